import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConsoleDriver, openConsole } from "./driver.ts";
import { callApi, inspect } from "./inspect.ts";
import { root } from "./product.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
let driver: ConsoleDriver;
let page: Page;
const troubles: string[] = [];

beforeAll(async () => {
  driver = await openConsole();
  page = driver.page;
  page.setDefaultTimeout(15_000);
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) troubles.push(message.text());
  });
});
beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    await page.screenshot({ path: join(root, "test-results", `${task.name.replace(/\W+/g, "-")}.png`) });
  });
});
afterAll(async () => {
  await driver?.close();
});

const byId = (id: string) => page.getByTestId(id);
const go = (path: string) => page.goto(new URL(path, page.url()).href);
const patch = (name: string, data: object) =>
  callApi(page, "PATCH", `${MAPS}/${name}?fieldManager=spec`, { data }, "application/merge-patch+json");

describe("activity", () => {
  test("logs what the console sends, with lines for other tools", async () => {
    await go("/c/sandbox/activity/requests?q=apis");
    const row = byId("requests-row").first();
    await row.waitFor();
    await byId("requests").focus();
    await page.keyboard.press("ArrowDown");
    await byId("request-detail").waitFor();
    expect(await byId("as-curl").textContent()).toMatch(/^curl -X GET https:\/\/.*\/apis/);
    expect(await byId("as-client").textContent()).toContain("kubectl get --raw /apis");
    await inspect(page, "activity-requests");
    await page.keyboard.press("Escape");
    await byId("request-detail").waitFor({ state: "detached" });
  });

  test("shows the raw events of a list as they arrive", async () => {
    await go("/c/sandbox/activity/watch?resource=configmaps&namespace=default");
    await byId("watch-start").click();
    await page.locator('[data-testid=watch-phase][data-phase="open"]').waitFor();
    await callApi(page, "POST", MAPS, { metadata: { name: "inspected" }, data: { a: "1" } });
    await patch("inspected", { a: "2" });
    await byId("events-row").filter({ hasText: "MODIFIED" }).waitFor();
    await byId("watch-pause").click();
    await callApi(page, "DELETE", `${MAPS}/inspected`);
    expect(await byId("events-row").filter({ hasText: "DELETED" }).count()).toBe(0);
    await byId("watch-pause").click();
    await byId("events-row").filter({ hasText: "DELETED" }).click();
    expect(await byId("event-detail").textContent()).toContain('"type": "DELETED"');
    await inspect(page, "activity-watch");
    await byId("event-type").selectOption("ADDED");
    await expect.poll(() => byId("events-row").count()).toBe(1);
    const saved = page.waitForEvent("download");
    await byId("watch-export").click();
    expect((await saved).suggestedFilename()).toBe("configmaps.jsonl");
    await byId("watch-clear").click();
    await byId("events-row").first().waitFor({ state: "detached" });
  });

  test("lays the events of the API out over time", async () => {
    const event = (name: string, type: string, ago: number, reason: string) => {
      const seen = new Date(Date.now() - ago * 1000).toISOString().replace(/\.\d+Z$/, "Z");
      return callApi(page, "POST", "/api/v1/namespaces/default/events", {
        metadata: { name: `${name}.${ago}` },
        involvedObject: { kind: "Pod", namespace: "default", name },
        type,
        reason,
        message: `${reason} of ${name}`,
        firstTimestamp: seen,
        lastTimestamp: seen,
        source: { component: "spec" },
      });
    };
    for (const [name, type, ago, reason] of [
      ["web-0", "Normal", 240, "Scheduled"],
      ["web-0", "Normal", 200, "Pulled"],
      ["web-0", "Warning", 90, "BackOff"],
      ["web-1", "Normal", 150, "Started"],
    ] as const) {
      expect((await event(name, type, ago, reason)).status).toBe(201);
    }
    await go("/c/sandbox/activity/events");
    await byId("lanes-row").filter({ hasText: "web-0" }).click();
    expect(await byId("lane-detail").textContent()).toContain("BackOff of web-0");
    await inspect(page, "activity-events");
  });

  test("shows the checks of the server, and charts of its figures", async () => {
    await go("/c/sandbox/activity/health");
    await page.locator('[data-testid=health-readyz][data-good="true"]').waitFor();
    expect(await byId("health-livez").textContent()).toContain("ping");
    await inspect(page, "activity-health");
    await page.getByTestId("tab-metrics").click();
    await page.locator("[data-testid=charts] canvas").first().waitFor();
    await expect.poll(() => byId("charts").getAttribute("data-points"), { timeout: 20_000 }).toMatch(/[1-9]/);
    await inspect(page, "activity-metrics");
  });
});

describe("the time machine", () => {
  test("goes back to what a list was, and shows what changed", async () => {
    await callApi(page, "POST", MAPS, { metadata: { name: "travels" }, data: { year: "1985" } });
    await patch("travels", { year: "1955" });
    await callApi(page, "POST", MAPS, { metadata: { name: "later" } });
    await go("/c/sandbox/time?resource=configmaps&namespace=default&object=default/travels");
    await byId("time-list-row").filter({ hasText: "later" }).waitFor();
    await expect.poll(() => byId("time-moment").count()).toBe(2);
    await byId("time-moment").last().click();
    await byId("time-list-row").filter({ hasText: "later" }).waitFor({ state: "detached" });
    await byId("time-list-row").filter({ hasText: "travels" }).waitFor();
    await byId("time-slider").focus();
    await page.keyboard.press("ArrowRight");
    await page.getByTestId("diff").getByText("1955").first().waitFor();
    expect(await byId("time-retained").textContent()).toMatch(/remembers|retained/);
    await inspect(page, "time");
    await byId("time-now").click();
    await byId("time-list-row").filter({ hasText: "later" }).waitFor();
  });
});

test("no view threw, and none broke the content security policy", () => {
  expect(troubles).toEqual([]);
});
