import { expect, test } from "vitest";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";
import { bind, choose, GROUP, RBAC, setAccessScene } from "./accessFixture.ts";

const scene = setAccessScene();

test("who can lists subjects with their grants and updates live", async () => {
  const { page, byId, go } = scene;
  await go("access/who-can?verb=list&resource=pods&namespace=shop");
  await byId("who-can").waitFor();
  await expect.poll(() => byId("who-can").textContent()).toContain("shop-team");
  expect(await byId("who-can").textContent()).toContain("shop/builder");
  await inspect(page, "access-who-can");
  await bind(scene, "late", ["Role", "pod-reader"], [{ apiGroup: GROUP, kind: "User", name: "latecomer" }]);
  await expect.poll(() => byId("who-can").textContent()).toContain("latecomer");
});

test("the matrix shows subjects by verbs; each cell is explained, also by keyboard", async () => {
  const { page, byId, go } = scene;
  await go("access/matrix?kind=pods&ns=shop");
  await byId("matrix").waitFor();
  expect(await byId("matrix-row").count()).toBeGreaterThan(10);
  await byId("matrix-filter").fill("alice");
  const alice = byId("matrix-row").filter({ hasText: "User alice" });
  await alice.waitFor();
  expect(await alice.locator("[data-cell]").first().getAttribute("data-cell")).toBe("yes");
  await alice.locator("[data-cell]").nth(6).click();
  await byId("matrix-why").waitFor();
  expect(await byId("matrix-why").textContent()).toContain("delete");
  // The explanation leaves the grid less room: the chosen cell stays in sight.
  const isInSight = (cell: string) =>
    byId("matrix")
      .locator(cell)
      .evaluate((element) => {
        const [inner, outer] = [element, element.closest(".matrix") as Element].map((each) =>
          each.getBoundingClientRect(),
        );
        return inner !== undefined && outer !== undefined && inner.right <= outer.right && inner.left >= outer.left;
      });
  await expect.poll(() => isInSight("[aria-selected=true]")).toBe(true);
  await inspect(page, "access-matrix");
  await byId("matrix").focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => isInSight(".cursor")).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect.poll(() => byId("matrix-why").textContent()).not.toContain("delete User alice");
  expect(page.url()).toContain("row=");
});

test("a field whose text is in the address keeps keys that come before the page renders", async () => {
  const { byId, go } = scene;
  await go("access/matrix?by=kinds&as=user:al");
  for (const field of ["matrix-filter", "whom-name"]) {
    await byId(field).evaluate((element) => {
      const input = element as HTMLInputElement;
      const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      for (const key of "ice") {
        setValue?.call(input, `${input.value}${key}`);
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
    });
  }
  expect(await byId("matrix-filter").inputValue()).toBe("ice");
  expect(await byId("whom-name").inputValue()).toBe("alice");
  await expect.poll(() => new URL(scene.page.url()).searchParams.get("as")).toBe("user:alice");
  expect(new URL(scene.page.url()).searchParams.get("filter")).toBe("ice");
  // Fails if the page sets the box back until it has rendered the new address.
  await byId("matrix-granted").check();
  await expect.poll(() => new URL(scene.page.url()).searchParams.get("granted")).toBe("1");
});

test("the matrix shows kinds by verbs for one subject, and can be exported", async () => {
  const { page, byId, go } = scene;
  await go("access/matrix?by=kinds&as=user%3Aalice&ns=shop&granted=1");
  await byId("matrix-row").first().waitFor();
  expect(await byId("matrix").textContent()).toContain("pods");
  const download = page.waitForEvent("download");
  await byId("matrix-csv").click();
  expect((await download).suggestedFilename()).toBe("access.csv");
  await inspect(page, "access-matrix-kinds");
});

test("many subjects are evaluated in a worker, rendered only where visible, and grouped in the graph", async () => {
  const { page, byId, go, api } = scene;
  const subjects = Array.from({ length: 400 }, (_, i) => ({ apiGroup: GROUP, kind: "User", name: `crowd-${i}` }));
  await bind(scene, "crowd", ["Role", "pod-reader"], subjects);
  await go("access/matrix?kind=pods&ns=shop&filter=crowd");
  await expect.poll(() => byId("matrix-count").textContent()).toContain("400 rows");
  expect(await byId("matrix-row").count()).toBeLessThan(100);
  expect(await byId("matrix-row").first().locator("[data-cell]").first().getAttribute("data-cell")).toBe("yes");
  await go("access/graph?role=shop%2Fpod-reader");
  await byId("graph-more").first().waitFor();
  expect(await byId("graph-more").textContent()).toContain("388 more");
  await inspect(page, "access-graph-role");
  await api("DELETE", `${RBAC}/namespaces/shop/rolebindings/crowd`);
});

longTest("the graph connects a subject with its rules and is also available as a list", async () => {
  const { page, byId, go } = scene;
  await go("access/graph?as=user%3Aalice&group=shop-team");
  await byId("graph").waitFor();
  await byId("graph-rules").first().waitFor();
  await expect.poll(() => byId("graph-role").count()).toBeGreaterThanOrEqual(3);
  const width = async () => (await byId("graph-subject").first().boundingBox())?.width ?? 0;
  const before = await width();
  await byId("graph-zoom-out").click();
  await expect.poll(width).toBeLessThan(before);
  await byId("graph-fit").click();
  await expect.poll(width).toBeCloseTo(before);
  await inspect(page, "access-graph", ["dark"]);
  await choose(page, "graph-view", "List");
  await byId("graph-list").waitFor();
  expect(await byId("graph-list").textContent()).toMatch(/alice.*pod-reader.*get list/);
  await inspect(page, "access-graph-list");
});

test("the graph says that it is being drawn, also while the one before is still shown", async () => {
  const { page, byId, go } = scene;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await go("access/graph?as=user%3Aalice&group=shop-team");
  await byId("graph").waitFor();
  await page.route(/elk-worker/, async (route) => {
    await released;
    await route.continue();
  });
  await go("access/graph?role=shop%2Fpod-reader");
  await byId("graph").getByRole("status").waitFor();
  release();
  await byId("graph").and(page.locator('[data-current="true"]')).waitFor();
  expect(await byId("graph").getByRole("status").count()).toBe(0);
  await page.unroute(/elk-worker/);
});

test("my rights shows the server's own list of permissions", async () => {
  const { page, byId, go } = scene;
  await go("access/rules?ns=shop");
  await byId("rules").waitFor();
  expect(await byId("rules").textContent()).toContain("*");
  await inspect(page, "access-rules");
});
