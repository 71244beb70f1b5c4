import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";
import { STOREFRONT } from "./storefront.ts";

const scene = setScene();
/** Reopens the view, whatever an earlier test selected in it. */
const openView = async (): Promise<void> => {
  await scene.go("core/v1/pods");
  await scene.go("orrery");
  await scene.byId("orrery-sky").waitFor();
};

test("shows the actions caused by a change, from the user to the nodes", async () => {
  const { page, byId, api } = scene;
  await openView();
  await expect.poll(() => byId("orrery-action").count()).toBeGreaterThan(0);
  expect((await api("POST", "/apis/apps/v1/namespaces/default/deployments", STOREFRONT)).status).toBe(201);
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
  expect(names.slice(0, 3)).toEqual(["kubectl", "deployment", "replicaset"]);
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

test("shows the stages of a change: request, user, authorization, admission, stored object, watchers", async () => {
  const { page, byId, api } = scene;
  await openView();
  const patch = await api(
    "PATCH",
    "/apis/apps/v1/namespaces/default/deployments/storefront",
    { spec: { replicas: 3 } },
    "application/merge-patch+json",
  );
  expect(patch.status).toBe(200);
  const entries = byId("orrery-actions").getByRole("listitem");
  const mine = entries.filter({ has: page.locator(".actionActor", { hasText: /^kubectl$/ }) });
  await mine.filter({ hasText: "patch" }).first().getByTestId("orrery-action").click();
  const text = (id: string) => byId(id).textContent();
  await expect.poll(() => text("station-request")).toMatch(/PATCH \/apis\/apps\/v1\/namespaces\/default\/deployments/);
  expect(await text("station-user")).toMatch(/client certificate/);
  expect(await text("station-decision")).toMatch(/system:masters/);
  expect(await text("station-admission")).toMatch(/No plugin changed/);
  await expect.poll(() => text("station-stored")).toMatch(/spec\.replicas\s*2\s*3/);
  await expect.poll(() => text("station-told")).toMatch(/deployment/);

  // The replica set controller created a pod, which admission completed.
  const creation = entries.filter({ hasText: "replicaset" }).filter({ hasText: "create" });
  await creation.first().getByTestId("orrery-action").click();
  await expect.poll(() => text("station-decision")).toMatch(/replicaset-controller/);
  expect(await text("station-admission")).toMatch(/ServiceAccount.*spec\.serviceAccountName/);
  expect(await text("station-stored")).toMatch(/The object is new/);
  await inspect(page, "orrery-stations");
});

test("shows denied requests and opens the API server", async () => {
  const { page, byId, api } = scene;
  await openView();
  expect((await api("DELETE", "/api/v1/namespaces/default/pods/none")).status).toBe(404);
  const refused = byId("orrery-actions").getByRole("listitem").filter({ hasText: "refused, 404" });
  await refused.first().waitFor();

  await byId("orrery-open-server").click();
  const server = byId("orrery-server");
  await expect.poll(() => server.textContent()).toMatch(/console/);
  await expect.poll(() => server.locator(".requestList li").count()).toBeGreaterThan(5);
  await inspect(page, "orrery-server");
  await server.locator(".requestList a").first().click();
  await byId("audit-detail").waitFor();
});

test("stops a controller selected in the picture and shows its queue", async () => {
  const { page, byId, api } = scene;
  await openView();
  const sky = byId("orrery-sky");
  const entries = byId("orrery-actions").getByRole("listitem");
  await entries.filter({ hasText: "deployment" }).first().waitFor();
  // Bodies in the animation have no elements: the pointer searches for one that belongs to a controller.
  const box = (await sky.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const isFound = async (): Promise<boolean> => {
    for (let turn = 0; turn < 72; turn++) {
      for (const part of [0.45, 0.5, 0.55]) {
        const angle = (turn / 72) * 2 * Math.PI;
        const x = box.x + box.width / 2 + ((box.width / 2) * part - 10) * Math.cos(angle);
        const y = box.y + box.height / 2 + ((box.height / 2) * part - 10) * 1.2 * Math.sin(angle);
        await page.mouse.click(x, y);
        if (!page.url().endsWith("/orrery")) return false;
        if (await byId("orrery-steering").isVisible()) return true;
      }
    }
    return false;
  };
  expect(await isFound()).toBe(true);
  await byId("orrery-actor-switch").click();
  await expect.poll(() => byId("orrery-actor-switch").textContent()).toBe("Resume");
  const actors = await api("GET", "/simulation/actors");
  const items = (actors.body as { items?: { name: string; running: boolean }[] }).items ?? [];
  expect(items.filter(({ running }) => !running)).toHaveLength(1);
  await byId("orrery-actor-switch").click();
  await expect.poll(() => byId("orrery-actor-switch").textContent()).toBe("Stop");
});

longTest("derives actions from watches for a cluster that records no causes, and marks them as a guess", async () => {
  const { page, byId, go, api } = scene;
  for (const [status, text] of [
    [403, "You may not read the causes"],
    [404, "records no causes"],
  ] as const) {
    await page.route("**/simulation/causes*", (route) => route.fulfill({ status, json: { message: "none here" } }));
    await go("core/v1/pods");
    await go("orrery");
    await byId("orrery-guessed").getByText(text).waitFor();
  }
  const patch = await api(
    "PATCH",
    "/apis/apps/v1/namespaces/default/deployments/storefront",
    { spec: { replicas: 4 } },
    "application/merge-patch+json",
  );
  expect(patch.status).toBe(200);
  const entries = byId("orrery-actions").getByRole("listitem");
  for (const actor of ["kubectl", "deployment", "replicaset", "scheduler", "node-"]) {
    await entries.filter({ hasText: actor }).filter({ hasText: "storefront" }).first().waitFor();
  }
  await page.unroute("**/simulation/causes*");
});
