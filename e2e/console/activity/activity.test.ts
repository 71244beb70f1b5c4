import { dirname } from "node:path";
import { expect, test } from "vitest";
import { clientProgram, createClient } from "../../command.ts";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const scene = setScene();

const patch = (name: string, data: object) =>
  scene.api("PATCH", `${MAPS}/${name}?fieldManager=spec`, { data }, "application/merge-patch+json");

test("logs the console's requests with equivalent command lines for other tools", async () => {
  const { page, byId, go } = scene;
  await go("activity/requests?q=apis");
  // The sidebar's counts are shown on demand only, so that they do not bury the user's requests.
  const rows = byId("requests-row");
  await rows.first().waitFor();
  const counts = rows.filter({ hasText: "limit=1" });
  expect(await counts.count()).toBe(0);
  await byId("requests-counts").click();
  await counts.first().waitFor();
  await byId("requests-counts").click();
  await expect.poll(() => counts.count()).toBe(0);
  await rows
    .filter({ hasText: /\/apis$|\/apis[^/]/ })
    .first()
    .click();
  await byId("request-detail").waitFor();
  expect(await byId("as-curl").textContent()).toMatch(
    /^curl --cacert \S+ca.crt --cert \S+ --key \S+ -X GET \S*https:\/\/.*\/apis/,
  );
  const line = (await byId("as-client").textContent()) ?? "";
  expect(line).toMatch(/^kubectl get --raw \S*\/apis/);
  // A shell without a configured cluster.
  const shell = createClient("bash", {
    PATH: `${dirname(clientProgram("kubectl"))}:${process.env["PATH"]}`,
    HOME: "/",
  });
  expect(JSON.parse(await shell.ok(["-c", line]))).toMatchObject({ kind: expect.stringMatching(/^API/) });
  await inspect(page, "activity-requests");
  await page.keyboard.press("Escape");
  await byId("request-detail").waitFor({ state: "detached" });
});

test("shows the raw events of a list as they arrive", async () => {
  const { page, byId, go, api } = scene;
  await go("activity/watch?resource=configmaps&namespace=default");
  await byId("watch-start").click();
  await page.locator('[data-testid=watch-phase][data-phase="open"]').waitFor();
  await api("POST", MAPS, { metadata: { name: "inspected" }, data: { a: "1" } });
  await patch("inspected", { a: "2" });
  await byId("events-row").filter({ hasText: "MODIFIED" }).waitFor();
  await byId("watch-pause").click();
  await api("DELETE", `${MAPS}/inspected`);
  expect(await byId("events-row").filter({ hasText: "DELETED" }).count()).toBe(0);
  await byId("watch-pause").click();
  await byId("events-row").filter({ hasText: "DELETED" }).click();
  expect(await byId("event-detail").textContent()).toContain('"type": "DELETED"');
  await inspect(page, "activity-watch");
  await byId("event-type").click();
  await page.getByRole("option", { name: "ADDED" }).click();
  await expect.poll(() => byId("events-row").count()).toBe(1);
  const saved = page.waitForEvent("download");
  await byId("watch-export").click();
  expect((await saved).suggestedFilename()).toBe("configmaps.jsonl");
  await byId("watch-clear").click();
  await byId("events-row").first().waitFor({ state: "detached" });
});

test("shows API events on a timeline", async () => {
  const { page, byId, go, api } = scene;
  const event = (name: string, type: string, ago: number, reason: string) => {
    const seen = new Date(Date.now() - ago * 1000).toISOString().replace(/\.\d+Z$/, "Z");
    return api("POST", "/api/v1/namespaces/default/events", {
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
  await go("activity/events");
  await byId("lanes-row").filter({ hasText: "web-0" }).click();
  expect(await byId("lane-detail").textContent()).toContain("BackOff of web-0");
  await inspect(page, "activity-events");
});

longTest("shows the server's health checks and charts of its metrics", async () => {
  const { page, byId, go } = scene;
  await go("activity/health");
  await page.locator('[data-testid=health-readyz][data-good="true"]').waitFor();
  expect(await byId("health-livez").textContent()).toContain("ping");
  await inspect(page, "activity-health");
  await page.getByTestId("tab-metrics").click();
  await page.locator("[data-testid=charts] canvas").first().waitFor();
  // Only a picture needs several points in the chart.
  const enough = process.env.ORRERY_PICTURES ? 9 : 1;
  const points = async () => Number(await byId("charts").getAttribute("data-points"));
  await expect.poll(points, { timeout: 60_000 }).toBeGreaterThanOrEqual(enough);
  await inspect(page, "activity-metrics", ["dark"]);
});
