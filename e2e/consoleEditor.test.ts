import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConsoleScene, openScene } from "./consoleScene.ts";
import { callApi, inspect } from "./inspect.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const MERGE = "application/merge-patch+json";
let scene: ConsoleScene;

beforeAll(async () => {
  scene = await openScene();
});
beforeEach((context) => scene.watch(context));
afterAll(() => scene?.close());

const text = (name: string, data: Record<string, string>): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\ndata:\n${Object.entries(data)
    .map(([key, value]) => `  ${key}: ${value}\n`)
    .join("")}`;
const dataOf = async (name: string) => (await callApi(scene.page, "GET", `${MAPS}/${name}`)).body.data;
const edit = async (name: string) => {
  await scene.go(`/c/sandbox/core/v1/configmaps/default/${name}/yaml`);
  await scene.byId("editor").waitFor();
};

describe("the editor", () => {
  test("merges what others wrote meanwhile, and asks about what both changed", async () => {
    const { page, byId, create, paste } = scene;
    await create(MAPS, { metadata: { name: "shared" }, data: { both: "old", theirs: "old", mine: "old" } });
    await edit("shared");
    await paste(text("shared", { both: "mine", theirs: "old", mine: "new" }));
    await callApi(page, "PATCH", `${MAPS}/shared`, { data: { both: "theirs", theirs: "new" } }, MERGE);
    await byId("server-changed").waitFor();
    await byId("merge").click();
    await byId("merge-conflict").waitFor();
    expect(await byId("merge-conflict").textContent()).toContain("data.both");
    await inspect(page, "merge");
    await byId("merge-take").click();
    await byId("server-changed").waitFor({ state: "detached" });
    await byId("ways").click();
    await byId("way-patch").click();
    await byId("apply").click();
    await expect.poll(() => dataOf("shared")).toEqual({ both: "mine", theirs: "new", mine: "new" });
  });

  test("what was written can be taken back", async () => {
    const { page, byId } = scene;
    await byId("undo").click();
    await byId("undo-take").waitFor();
    await inspect(page, "undo");
    await byId("undo-take").click();
    await byId("apply").click();
    await expect.poll(() => dataOf("shared")).toEqual({ both: "theirs", theirs: "new", mine: "old" });
  });

  test("replacing removes what the text leaves out, and says so before", async () => {
    const { page, byId, create, paste } = scene;
    await create(MAPS, { metadata: { name: "replaced" }, data: { one: "1", two: "2" } });
    await edit("replaced");
    await paste(text("replaced", { two: "two" }));
    await byId("ways").click();
    await inspect(page, "write-ways");
    await byId("way-replace").click();
    await byId("compare").click();
    await byId("compare-dialog").waitFor();
    await page.keyboard.press("Escape");
    await byId("apply").click();
    await expect.poll(() => dataOf("replaced")).toEqual({ two: "two" });
  });

  test("the scale is edited on its own", async () => {
    const { page, byId, create, go, paste } = scene;
    const labels = { app: "scaled" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } };
    const spec = { replicas: 0, selector: { matchLabels: labels }, template };
    const path = "/apis/apps/v1/namespaces/default/deployments";
    await create(path, { metadata: { name: "scaled" }, spec });
    await go("/c/sandbox/apps/v1/deployments/default/scaled/yaml?part=scale");
    await byId("editor").waitFor();
    await paste(
      "apiVersion: autoscaling/v1\nkind: Scale\nmetadata:\n  name: scaled\n  namespace: default\nspec:\n  replicas: 1\n",
    );
    await byId("ways").click();
    await byId("way-replace").click();
    await byId("apply").click();
    const replicas = async () => {
      const { body } = await callApi(page, "GET", `${path}/scaled/scale`);
      return (body as { spec?: { replicas?: number } }).spec?.replicas;
    };
    await expect.poll(replicas).toBe(1);
  });
});

describe("creating", () => {
  test("several documents from a file, each with its own result", async () => {
    const { page, byId, go } = scene;
    await go("/c/sandbox/core/v1/configmaps/new?ns=default");
    await byId("editor").locator(".view-line").first().waitFor();
    await callApi(page, "POST", MAPS, { metadata: { name: "taken" }, data: {} });
    const manifest = `${text("fresh", { a: "one" })}---\n${text("taken", { a: "one" })}---\napiVersion: v1\nkind: Namespace\nmetadata:\n  name: brought\n`;
    await byId("file-input").setInputFiles({
      name: "all.yaml",
      mimeType: "application/yaml",
      buffer: Buffer.from(manifest),
    });
    await expect.poll(() => byId("create-apply").textContent()).toContain("3 objects");
    await byId("create-apply").click();
    await expect.poll(() => byId("document-results").locator('[data-state="done"]').count()).toBe(2);
    expect(await byId("document-results").locator('[data-state="failed"]').textContent()).toContain("AlreadyExists");
    expect(await dataOf("fresh")).toEqual({ a: "one" });
    await inspect(page, "create-many");
  });
});

test("no view threw, and none broke the content security policy", () => {
  expect(scene.troubles).toEqual([]);
});
