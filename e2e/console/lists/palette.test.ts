import { beforeEach, expect, test } from "vitest";
import { setScene } from "../../consoleScene.ts";
import { inspect } from "../../inspect.ts";

const map = (name: string) => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
const scene = setScene(async ({ create }) => {
  for (const name of ["storefront", "settings"]) await create("/api/v1/namespaces/default/configmaps", map(name));
  await create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: "quiet" } });
  await create("/api/v1/namespaces/quiet/configmaps", map("storefront-copy"));
});

beforeEach(async () => {
  await scene.go("core/v1/configmaps?ns=default");
  await scene.row("storefront").waitFor();
});

/** Types into the palette, and waits until Enter would choose the given entry. */
async function choose(text: string, title: string): Promise<void> {
  await scene.page.keyboard.press("ControlOrMeta+k");
  await scene.byId("palette-input").fill(text);
  await scene.page.locator('[role="option"][aria-selected="true"]', { hasText: title }).waitFor();
}

test("opens a kind by its name or short name", async () => {
  const { page, row } = scene;
  await choose("Namespaces", "Namespaces");
  await page.keyboard.press("Enter");
  await row("quiet").waitFor();
  expect(page.url()).toContain("/namespaces");
  await choose("cm", "ConfigMaps");
  await page.keyboard.press("Escape");
});

test("ranks a page before kinds and objects with similar names", async () => {
  const { page, byId } = scene;
  await choose("settings", "Settings");
  await page.keyboard.press("Enter");
  await byId("row-theme").waitFor();
  expect(new URL(page.url()).pathname).toBe("/settings");
  await page.goBack();
});

test("ranks an exact title first: dark is the theme, not a kind with these letters", async () => {
  const { page } = scene;
  await choose("dark", "Dark");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await choose("light", "Light");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("light");
});

test("finds objects by a part of their name in every namespace", async () => {
  const { page } = scene;
  await choose("storefront-c", "storefront-copy");
  await inspect(page, "palette");
  await page.keyboard.press("Enter");
  await expect.poll(() => new URL(page.url()).pathname).toContain("/configmaps/quiet/storefront-copy");
});

test("reports when nothing is found", async () => {
  const { page } = scene;
  await page.keyboard.press("ControlOrMeta+k");
  await scene.byId("palette-input").fill("no such thing anywhere");
  await page.getByRole("status").getByText("Nothing found.").waitFor();
  await page.keyboard.press("Escape");
});
