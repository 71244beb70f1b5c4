import { expect, test } from "vitest";
import { setScene } from "../consoleScene.ts";
import { inspect } from "../inspect.ts";

const scene = setScene();
const DEPLOYMENT = {
  metadata: { name: "storefront" },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "storefront" } },
    template: {
      metadata: { labels: { app: "storefront" } },
      spec: { containers: [{ name: "web", image: "nginx" }] },
    },
  },
};

test("shows the actions that a change causes, and follows them from the user to the nodes", async () => {
  const { page, byId, go, api } = scene;
  await go("orrery");
  await byId("orrery-sky").waitFor();
  await expect.poll(() => byId("orrery-action").count()).toBeGreaterThan(0);
  expect((await api("POST", "/apis/apps/v1/namespaces/default/deployments", DEPLOYMENT)).status).toBe(201);
  const entries = byId("orrery-actions").getByRole("listitem");
  for (const actor of ["deployment", "scheduler", "node-"]) {
    await entries.filter({ hasText: actor }).filter({ hasText: "storefront" }).first().waitFor();
  }
  await byId("orrery-play").click();

  await byId("orrery-position").focus();
  await page.keyboard.press("End");
  const bound = entries.filter({ hasText: "scheduler" }).filter({ hasText: "storefront" });
  await bound.first().getByTestId("orrery-action").click();
  await expect.poll(() => entries.first().textContent()).toContain("storefront");
  const names = await byId("orrery-action").locator(".actionActor").allTextContents();
  expect(names.slice(0, 2)).toEqual(["deployment", "replicaset"]);
  expect(names).toContain("scheduler");
  expect(names.some((name) => name.startsWith("node-"))).toBe(true);
  await inspect(page, "orrery", ["light", "dark"]);

  await byId("orrery-all").click();
  const position = () => byId("orrery-position").inputValue();
  const before = Number(await position());
  await byId("orrery-step").click();
  await expect.poll(async () => Number(await position())).toBe(before + 1);
  await entries.getByRole("link", { name: "deployments/storefront" }).first().click();
  await page.waitForURL(/deployments\/default\/storefront/);
});

test("says when there is nothing to show", async () => {
  const { page, byId, go } = scene;
  await page.route("**/simulation/causes*", (route) => route.fulfill({ status: 404, json: { message: "none here" } }));
  await go("core/v1/pods");
  await go("orrery");
  await byId("orrery-unavailable").waitFor();
  await page.unroute("**/simulation/causes*");
});
