import { expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { dropFiles } from "../../dropFiles.ts";
import { inspect } from "../../inspect.ts";

const map = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  a: b\n`;
const TWO = [
  { name: "one.yaml", text: map("dropped-one") },
  {
    name: "two.json",
    text: JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "dropped-two" } }),
  },
];
const KUBECONFIG = `apiVersion: v1
kind: Config
current-context: dropped
clusters: [{name: far, cluster: {server: "https://127.0.0.1:1"}}]
users: [{name: me, user: {token: not-for-the-page}}]
contexts: [{name: dropped, context: {cluster: far, user: me}}]
`;
const scene = setScene();

test("while files are dragged over a page, it shows where they will open", async () => {
  const { page, byId, go } = scene;
  await go("core/v1/services");
  await byId("list-state").waitFor();
  await dropFiles(page, TWO, { hover: true });
  await byId("drop-overlay").getByText(`Drop to open on ${scene.name}`).waitFor();
  await inspect(page, "drop");
  await page.evaluate(() => document.body.dispatchEvent(new DragEvent("dragleave", { bubbles: true })));
  await byId("drop-overlay").waitFor({ state: "detached" });
});

test("dropped files become documents on the page for new objects and can be created", async () => {
  const { page, byId, go, row } = scene;
  await go("core/v1/services?ns=default");
  await byId("list-state").waitFor();
  await dropFiles(page, TWO);
  await page.waitForURL(/\/core\/v1\/configmaps\/new/);
  await page.getByText("2 files opened.").waitFor();
  await byId("create-apply").getByText("Create 2 objects").waitFor();
  await byId("create-apply").click();
  await expect.poll(() => byId("document-results").locator('[data-state="done"]').count()).toBe(2);
  await go("core/v1/configmaps?ns=default");
  await row("dropped-one").waitFor();
  await row("dropped-two").waitFor();
});

test("files can be opened from the command palette as well", async () => {
  const { page, byId, go } = scene;
  await go("core/v1/services");
  await byId("list-state").waitFor();
  // Requested early, because the browser takes a moment to hand its dialog to the test.
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("ControlOrMeta+k");
  await byId("palette-input").fill("open files");
  await page.getByRole("option", { name: "Open files…", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  const buffer = Buffer.from(map("chosen"));
  await (await chooser).setFiles({ name: "chosen.yaml", mimeType: "text/yaml", buffer });
  await byId("editor").getByText("chosen").waitFor();
});

test("a file does not replace typed text, and survives a reload", async () => {
  const { page, byId, go, paste } = scene;
  const editor = byId("editor");
  await go("core/v1/configmaps/new?ns=default");
  await paste(map("typed-before"));
  await editor.getByText("typed-before").waitFor();
  await dropFiles(page, [{ name: "three.yml", text: map("dropped-three") }], { target: ".topBar" });
  await editor.getByText("dropped-three").waitFor();
  await page.reload();
  await editor.getByText("dropped-three").waitFor();
  await go("core/v1/configmaps?ns=default");
  await go("core/v1/configmaps/new?ns=default");
  await editor.getByText("typed-before").waitFor();
});

test("files that cannot be opened are listed, and the page stays open", async () => {
  const { page, byId, go } = scene;
  await go("core/v1/services");
  await byId("list-state").waitFor();
  await dropFiles(page, [{ name: "picture.png", text: "" }]);
  await page.getByText("Only YAML and JSON files are opened; passed over: picture.png.").waitFor();
  await dropFiles(page, [{ name: "large.yaml", text: "#".repeat(5 * 1024 * 1024 + 1) }]);
  await page.getByText("at most 5 MB can be opened").waitFor();
  expect(page.url()).toMatch(/\/core\/v1\/services$/);
});

test("on the start page the user chooses the cluster", async () => {
  const { page, byId, go, cluster } = scene;
  await go("/");
  await byId(`cluster-${cluster}`).waitFor();
  await dropFiles(page, TWO);
  const dialog = byId("drop-cluster");
  await dialog.getByText("For which cluster?").waitFor();
  await inspect(page, "drop-cluster");
  await byId(`drop-on-${cluster}`).click();
  await page.waitForURL(new RegExp(`/c/${cluster}/core/v1/configmaps/new`));
  await byId("editor").getByText("dropped-one").waitFor();
});

test("a kubeconfig is offered to be added and never shown in the editor", async () => {
  const { page, byId, go } = scene;
  await go("core/v1/services");
  await byId("list-state").waitFor();
  await dropFiles(page, [
    { name: "config", text: KUBECONFIG },
    { name: "second.yaml", text: KUBECONFIG },
  ]);
  await byId("drop-kubeconfig").getByText("Add the kubeconfig config?").waitFor();
  await byId("drop-kubeconfig-add").click();
  // The page asks about each file separately.
  await byId("drop-kubeconfig").getByText("Add the kubeconfig second.yaml?").waitFor();
  await byId("drop-kubeconfig").getByRole("button", { name: "Cancel" }).click();
  const context = byId("contexts").getByText("dropped", { exact: true });
  await context.waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, history.state]));
  expect(stored).not.toContain("not-for-the-page");
  const { origin } = new URL(page.url());
  const clusters = (await (await page.request.get(`${origin}/host/clusters`)).json()) as { id: string; name: string }[];
  const added = clusters.find(({ name }) => name === "dropped");
  await page.request.delete(`${origin}/host/clusters/${added?.id}`);
  await context.waitFor({ state: "detached" });
});
