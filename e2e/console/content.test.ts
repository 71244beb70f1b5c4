import { describe, expect, test } from "vitest";
import { setScene } from "../consoleScene.ts";
import { inspect } from "../inspect.ts";

const scene = setScene();
const podsOf = async (path: string): Promise<unknown[]> =>
  ((await scene.api("GET", path)).body as { items?: unknown[] }).items ?? [];

describe("content", () => {
  test("fills an empty sandbox with the shop, and shows the progress", async () => {
    const { page, byId, cluster } = scene;
    await byId(`cluster-${cluster}`).getByRole("link").first().click();
    await byId("empty-sandbox").waitFor();
    await byId("door-shop").click();
    await page.getByText("Shop: loaded").waitFor();
    await expect.poll(async () => (await podsOf("/api/v1/namespaces/shop/pods")).length).toBe(15);
    await byId("empty-sandbox").waitFor({ state: "detached" });
    await expect.poll(() => byId("attention-row").count()).toBe(0);
    await inspect(page, "content-shop", ["light", "dark"]);
  });

  test("can be chosen for a new sandbox, which is then opened", async () => {
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
});
