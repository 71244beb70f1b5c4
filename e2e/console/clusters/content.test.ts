import { describe, expect, test } from "vitest";
import type { ContentLoad } from "../../../shared/console/contentLoad.ts";
import { openScene, setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

// A separate product: every page of a product reports how a load ended, over what other specs click on.
const scene = setScene(undefined, () => openScene({ environment: {} }));
const podsOf = async (path: string): Promise<unknown[]> =>
  ((await scene.api("GET", path)).body as { items?: unknown[] }).items ?? [];

describe("Sample content", () => {
  test("fills an empty sandbox with the shop and shows the progress", async () => {
    const { page, byId, cluster } = scene;
    await byId(`cluster-${cluster}`).getByRole("link").first().click();
    await byId("empty-sandbox").waitFor();
    await byId("door-shop").click();
    await page.getByText("Shop: loaded").waitFor();
    await expect.poll(async () => (await podsOf("/api/v1/namespaces/shop/pods")).length).toBe(15);
    await byId("empty-sandbox").waitFor({ state: "detached" });
    // The overview already has the pods, so that the sidebar need not wait for its next count.
    await expect.poll(() => byId("count-core/v1/pods").textContent()).toBe("15");
    await expect.poll(() => byId("attention-row").count()).toBe(0);
    await inspect(page, "content-shop", ["light", "dark"]);
  });

  test("can be chosen for a new sandbox, which then opens", async () => {
    const { page, byId } = scene;
    await page.goto(`${new URL(page.url()).origin}/`);
    await byId("sandbox-options").click();
    await byId("content-choices").getByText("Access puzzle").click();
    await inspect(page, "content-choices");
    await byId("sandbox-name").fill("puzzle");
    await byId("sandbox-create").click();
    await page.waitForURL(/\/c\/sandbox-[0-9a-f]+$/);
    const id = page.url().split("/").at(-1) ?? "";
    await page.getByText("Access puzzle: loaded").waitFor();
    await page.goto(`${new URL(page.url()).origin}/c/${id}/rbac.authorization.k8s.io/v1/rolebindings?ns=vault`);
    await page.getByText("understudies").waitFor();
  });

  test("reports a failed load on every page, and in only one of two panes", async () => {
    const { page, cluster, create, go } = scene;
    await create("/api/v1/namespaces", { metadata: { name: "vault" } });
    await create("/api/v1/namespaces/vault/resourcequotas", {
      metadata: { name: "none" },
      spec: { hard: { "count/rolebindings.rbac.authorization.k8s.io": "0" } },
    });
    await go("core/v1/configmaps?ns=default");
    await page.getByTestId("open-panes").click();
    const pane = (name: "left" | "right") => page.frameLocator(`[data-testid="pane-${name}"]`);
    await pane("right").getByTestId("create").waitFor();
    await page.evaluate(async (id) => {
      const body = JSON.stringify({ content: "access-puzzle" });
      const headers = { "content-type": "application/json" };
      await fetch(`/host/clusters/${id}/load`, { method: "POST", body, headers });
    }, cluster);
    await pane("left")
      .getByText(/^Access puzzle: not everything was loaded: .*exceeded quota: none/)
      .waitFor();
    expect(await pane("right").getByText("Access puzzle").count()).toBe(0);
  });

  test("completes although its page is closed", async () => {
    const { page, byId } = scene;
    const origin = new URL(page.url()).origin;
    const created = await page.request.post(`${origin}/host/sandboxes`, { data: { name: "unwatched" } });
    const { id } = (await created.json()) as { id: string };
    await page.goto(`${origin}/c/${id}`);
    await Promise.all([page.waitForResponse(/\/load$/), byId("door-shop").click()]);
    await page.goto("about:blank");
    const states = async (): Promise<string[]> => {
      const loads = (await (await page.request.get(`${origin}/host/loads`)).json()) as ContentLoad[];
      return loads.filter(({ cluster }) => cluster === id).map(({ state }) => state);
    };
    await expect.poll(states).toEqual(["complete"]);
    await page.goto(`${origin}/c/${id}`);
    await byId("empty-sandbox").waitFor({ state: "detached" });
    expect(await byId("content-progress").count()).toBe(0);
    expect(await byId("content-problem").count()).toBe(0);
    await page.request.delete(`${origin}/host/clusters/${id}`);
  });

  longTest("continues after its page is closed, can be cancelled, and can be resumed", async () => {
    const { page, byId } = scene;
    const origin = new URL(page.url()).origin;
    const maps = async (id: string): Promise<number> => {
      const answer = await page.request.get(`${origin}/clusters/${id}/api/v1/configmaps?limit=1`);
      const { metadata } = (await answer.json()) as { metadata: { remainingItemCount?: number } };
      return 1 + (metadata.remainingItemCount ?? 0);
    };
    const done = async (): Promise<number> =>
      Number(await byId("content-progress").getByRole("progressbar").getAttribute("aria-valuenow"));
    await page.goto(`${origin}/`);
    await byId("sandbox-options").click();
    await byId("content-choices").getByText("Ten thousand objects").click();
    await byId("sandbox-name").fill("many");
    await byId("sandbox-create").click();
    await page.waitForURL(/\/c\/sandbox-[0-9a-f]+$/);
    const id = page.url().split("/").at(-1) ?? "";

    await expect.poll(done).toBeGreaterThan(100);
    await byId("content-cancel").click();
    await page.getByText("Ten thousand objects: cancelled; what was loaded stays").waitFor();
    await byId("content-progress").waitFor({ state: "detached" });
    const before = await maps(id);
    expect(before).toBeLessThan(8000);

    await byId("door-content").click();
    await page.getByRole("menuitem", { name: "Ten thousand objects" }).click();
    await expect.poll(done).toBeGreaterThan(500);
    const seen = await done();
    await page.reload();
    await byId("content-progress").waitFor();
    expect(await done()).toBeGreaterThanOrEqual(seen);
    await inspect(page, "content-progress", []);
    await page.goto("about:blank");
    await expect.poll(() => maps(id)).toBeGreaterThan(before);
    await page.goto(`${origin}/c/${id}`);
    await expect.poll(done).toBeGreaterThan(seen);
    expect(await byId("content-problem").count()).toBe(0);
    await page.request.delete(`${origin}/host/clusters/${id}`);
  });
});
