import type { FrameLocator } from "playwright-core";
import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

const ALICE_READS = {
  metadata: { name: "alice-edits" },
  rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch", "patch"] }],
};
const BINDING = {
  metadata: { name: "alice-edits" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "alice-edits" },
  subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "alice" }],
};
const RBAC = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";

const scene = setScene(async ({ create }) => {
  await create("/api/v1/namespaces/default/configmaps", {
    metadata: { name: "prices" },
    data: { tea: "3", cake: "5" },
  });
  await create(`${RBAC}/roles`, ALICE_READS);
  await create(`${RBAC}/rolebindings`, BINDING);
});
const pane = (name: "left" | "right"): FrameLocator => scene.page.frameLocator(`[data-testid="pane-${name}"]`);
const address = () => decodeURIComponent(new URL(scene.page.url()).search);

test("opens the same page in a second pane as another subject, and the address contains both", async () => {
  const { byId, go, page, cluster } = scene;
  await go("core/v1/configmaps?ns=default");
  await byId("open-panes").click();
  await pane("right").getByTestId("pane-view-as").click();
  await pane("right").getByTestId("whom-name").fill("alice");
  await pane("right").getByTestId("view-as-start").click();
  await pane("right").locator('[data-name="prices"]').waitFor();
  await pane("right").getByTestId("pane-bar").getByText("alice").waitFor();
  await pane("left").getByTestId("pane-bar").getByText("yourself").waitFor();
  await expect.poll(address).toContain(`right=/c/${cluster}/core/v1/configmaps?ns=default&right-user=alice`);
  expect(address()).not.toContain("left-user");

  await page.reload();
  await pane("right").getByTestId("pane-bar").getByText("alice").waitFor();
  await pane("left").locator('[data-name="prices"]').waitFor();
});

test("shows changes of one pane in the other, and what a subject may not do", async () => {
  const { api } = scene;
  await api("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "opening-hours" } });
  await pane("left").locator('[data-name="opening-hours"]').waitFor();
  await pane("right").locator('[data-name="opening-hours"]').waitFor();
  await expect.poll(() => pane("right").getByTestId("create").getAttribute("aria-disabled")).toBe("true");
  expect(await pane("left").getByTestId("create").getAttribute("aria-disabled")).toBeNull();
});

test("two subjects who set the same field get a conflict", async () => {
  const { page, cluster, api } = scene;
  const url = `/c/${cluster}/core/v1/configmaps/default/prices/yaml`;
  // The fields that the left pane writes are owned by the console's own manager.
  const manifest = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "prices" }, data: { tea: "4" } };
  const path = "/api/v1/namespaces/default/configmaps/prices?fieldManager=orrery-console&force=true";
  expect((await api("PATCH", path, manifest, "application/apply-patch+yaml")).status).toBe(200);
  await scene.go(`/panes?left=${url}&right=${url}&right-user=alice`);
  const right = pane("right");
  await right.locator(".view-line").filter({ hasText: "tea" }).waitFor();
  expect(await right.locator(".barNote code").textContent()).toBe("orrery-console-alice");
  expect(await pane("left").locator(".barNote code").textContent()).toBe("orrery-console");
  await right.locator(".view-line").filter({ hasText: "tea" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type('9"');
  await expect.poll(() => right.getByTestId("apply").getAttribute("aria-disabled")).toBeNull();
  await right.getByTestId("apply").click();
  await right.getByText("orrery-console", { exact: true }).first().waitFor();
  await right.getByTestId("conflict-panel").waitFor();
  await inspect(page, "two-people-conflict");
});

test("resizes panes with arrow keys, and [ and ] move the focus between panes", async () => {
  const { page, byId } = scene;
  await scene.go(`/panes?left=/c/${scene.cluster}/core/v1/configmaps&right=/c/${scene.cluster}`);
  await pane("left").getByTestId("list-state").waitFor();
  await byId("pane-divider").focus();
  for (const key of ["End", "ArrowLeft"]) await page.keyboard.press(key);
  await expect.poll(() => byId("pane-divider").getAttribute("aria-valuenow")).toBe("73");
  expect(address()).toContain("share=73");
  const wide = await byId("pane-left").boundingBox();
  expect((wide?.width ?? 0) / 1280).toBeCloseTo(0.73, 1);
  await page.keyboard.press("Enter");
  await expect.poll(() => byId("pane-divider").getAttribute("aria-valuenow")).toBe("50");

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name"));
  await page.keyboard.press("]");
  await expect.poll(focused).toBe("right");
  await pane("right").locator("main").focus();
  await page.keyboard.press("[");
  await expect.poll(focused).toBe("left");
});

test("Back stays within a pane, and closing one pane keeps the other", async () => {
  const { page, cluster, byId } = scene;
  const start = `/c/${cluster}/core/v1/configmaps?ns=default`;
  await scene.go(`/panes?left=${start}&right=${start}&right-user=alice`);
  await pane("right").locator('[data-name="prices"]').waitFor();
  await pane("left").getByTestId("sidebar-toggle").click();
  await pane("left").getByTestId("side-core/v1/pods").click();
  await expect.poll(address).toContain(`left=/c/${cluster}/core/v1/pods`);
  await expect.poll(() => pane("left").getByTestId("side-core/v1/pods").isVisible()).toBe(false);
  await page.goBack();
  await expect.poll(address).toContain(`left=${start}`);
  await pane("left").locator('[data-name="prices"]').waitFor();

  await pane("left").getByTestId("sidebar-toggle").click();
  await pane("left").getByTestId("side-core/v1/secrets").click();
  await pane("right").getByTestId("pane-follow").click();
  await pane("right").getByTestId("list-forbidden").waitFor();
  await pane("left").getByTestId("pane-close").click();
  await byId("view-as-banner").getByText("alice").waitFor();
  await byId("list-forbidden").waitFor();
  expect(new URL(page.url()).pathname).toBe(`/c/${cluster}/core/v1/secrets`);
  await byId("view-as-stop").click();
});

longTest("opens the chosen subject in a second pane from the page that chooses subjects", async () => {
  const { page, byId, go } = scene;
  await go("access/view-as");
  await byId("whom-name").fill("alice");
  await byId("view-as-pane").click();
  await pane("right").getByTestId("pane-bar").getByText("alice").waitFor();
  await pane("left").getByTestId("pane-bar").getByText("yourself").waitFor();
  for (const name of ["left", "right"] as const) await pane(name).getByTestId("overview").waitFor();
  await inspect(page, "two-people");
  await page.goBack();
});
