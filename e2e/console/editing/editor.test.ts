import { describe, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const MAPS = "/api/v1/namespaces/default/configmaps";
const MERGE = "application/merge-patch+json";
const scene = setScene();

const text = (name: string, data: Record<string, string>): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: default\ndata:\n${Object.entries(data)
    .map(([key, value]) => `  ${key}: ${value}\n`)
    .join("")}`;
const dataOf = async (name: string) => (await scene.api("GET", `${MAPS}/${name}`)).body.data;
const edit = async (name: string) => {
  await scene.go(`core/v1/configmaps/default/${name}/yaml`);
  await scene.byId("editor").waitFor();
};

describe("Editor", () => {
  test("creates and applies the typed text", async () => {
    const { page, byId, go, paste } = scene;
    await go("core/v1/configmaps/new?ns=default");
    await paste(text("edited", { key: "first" }));
    await byId("create-apply").click();
    await expect.poll(() => dataOf("edited")).toEqual({ key: "first" });
    await edit("edited");
    await inspect(page, "editor");
    await paste(text("edited", { key: "second" }));
    await byId("apply").click();
    await expect.poll(() => dataOf("edited")).toEqual({ key: "second" });
  });

  test("a conflict shows the owner, loses no text, and can be forced", async () => {
    const { byId, create, paste } = scene;
    await create(`${MAPS}?fieldManager=somebody-else`, { metadata: { name: "contested" }, data: { key: "theirs" } });
    await edit("contested");
    await paste(text("contested", { key: "mine" }));
    await byId("apply").click();
    await byId("conflict-panel").waitFor();
    const conflict = byId("conflict");
    expect(await conflict.getAttribute("data-field")).toContain("key");
    expect(await conflict.textContent()).toContain("somebody-else");
    expect(await dataOf("contested")).toEqual({ key: "theirs" });
    await byId("choice-mine").check();
    await byId("apply-choices").click();
    await expect.poll(() => dataOf("contested")).toEqual({ key: "mine" });
    await byId("conflict-panel").waitFor({ state: "detached" });
  });

  test("merges concurrent changes of other clients and asks about fields that both changed", async () => {
    const { page, byId, create, paste, api } = scene;
    await create(MAPS, { metadata: { name: "shared" }, data: { both: "old", theirs: "old", mine: "old" } });
    await edit("shared");
    await paste(text("shared", { both: "mine", theirs: "old", mine: "new" }));
    await api("PATCH", `${MAPS}/shared`, { data: { both: "theirs", theirs: "new" } }, MERGE);
    await byId("server-changed").waitFor();
    await byId("merge").click();
    await byId("merge-conflict").waitFor();
    expect(await byId("merge-conflict").textContent()).toContain("data.both");
    expect(await byId("merge-theirs").locator("..").textContent()).toMatch(/^Theirs: "/);
    expect(await byId("merge-take").getAttribute("aria-disabled")).toBe("true");
    await inspect(page, "merge");
    await byId("merge-mine").check();
    await byId("merge-take").click();
    await byId("server-changed").waitFor({ state: "detached" });
    await byId("ways").click();
    await byId("way-patch").click();
    await byId("apply").click();
    await expect.poll(() => dataOf("shared")).toEqual({ both: "mine", theirs: "new", mine: "new" });
  });

  test("the last save can be undone", async () => {
    const { page, byId } = scene;
    await byId("undo").click();
    await byId("undo-take").waitFor();
    await inspect(page, "undo");
    await byId("undo-take").click();
    await byId("apply").click();
    await expect.poll(() => dataOf("shared")).toEqual({ both: "theirs", theirs: "new", mine: "old" });
  });

  test("replacing removes the fields missing in the text after a warning", async () => {
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

  test("the scale subresource is edited separately", async () => {
    const { page, byId, create, go, paste, api } = scene;
    const labels = { app: "scaled" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } };
    const spec = { replicas: 0, selector: { matchLabels: labels }, template };
    const path = "/apis/apps/v1/namespaces/default/deployments";
    await create(path, { metadata: { name: "scaled" }, spec });
    await go("apps/v1/deployments/default/scaled/yaml?part=scale");
    await byId("editor").waitFor();
    await paste(
      "apiVersion: autoscaling/v1\nkind: Scale\nmetadata:\n  name: scaled\n  namespace: default\nspec:\n  replicas: 1\n",
    );
    await byId("ways").click();
    await byId("way-replace").click();
    // Another client changes a part of the deployment that the text does not contain, just before the write.
    const touch = { metadata: { annotations: { touched: "yes" } } };
    let writes = 0;
    await page.route(
      ({ pathname }) => pathname.endsWith("/scaled/scale"),
      async (route) => {
        if (route.request().method() === "PUT") writes += 1;
        if (writes === 1) await api("PATCH", `${path}/scaled`, touch, "application/merge-patch+json");
        await route.continue();
      },
    );
    await byId("apply").click();
    const replicas = async () => {
      const { body } = await api("GET", `${path}/scaled/scale`);
      return (body as { spec?: { replicas?: number } }).spec?.replicas;
    };
    await expect.poll(replicas).toBe(1);
    expect(writes).toBe(2);
    await page.unrouteAll();
  });
});

describe("Creating", () => {
  test("creates several documents from a file, each with its own result", async () => {
    const { page, byId, go, api } = scene;
    await go("core/v1/configmaps/new?ns=default");
    await byId("editor").locator(".view-line").first().waitFor();
    await api("POST", MAPS, { metadata: { name: "taken" }, data: {} });
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

  test("a late response does not navigate away from a page opened meanwhile", async () => {
    const { page, byId, go, paste } = scene;
    await go("core/v1/configmaps/new?ns=default");
    await paste(text("late", { key: "value" }));
    const maps = /\/namespaces\/default\/configmaps/;
    await page.route(maps, async (route) => {
      if (route.request().method() !== "GET") await go("core/v1/secrets");
      await route.continue();
    });
    await byId("create-apply").click();
    await byId("toasts").getByText("late").waitFor();
    await page.unroute(maps);
    expect(new URL(page.url()).pathname).toMatch(/\/core\/v1\/secrets$/);
  });
});
