import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openScene, setScene } from "../../consoleScene.ts";
import { longTest } from "../../extent.ts";
import { inspect } from "../../inspect.ts";

let folder = "";
const scene = setScene(undefined, () => {
  folder = mkdtempSync(join(tmpdir(), "orrery-settings-"));
  return openScene({ environment: { HOME: folder } });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const byId = (id: string) => scene.page.getByTestId(id);
const rootData = (name: string) => scene.page.evaluate((key) => document.documentElement.dataset[key], name);

describe("Settings page", () => {
  test("is reachable from every page's menu and shows every section", async () => {
    await byId("appearance").click();
    await byId("all-settings").click();
    await byId("row-theme").waitFor();
    expect(new URL(scene.page.url()).pathname).toBe("/settings");
    for (const section of ["lists", "editor", "clusters", "keyboard", "notifications", "privacy", "transfer"]) {
      await byId(`section-${section}`).waitFor();
    }
    await byId("settings-cluster-sandbox").waitFor();
    await inspect(scene.page, "settings");
  });

  test("the index marks the section that the user selects or scrolls to", async () => {
    const { page } = scene;
    const marked = () => page.locator(".settingsNav [aria-current]").getAttribute("data-testid");
    await byId("section-transfer").click();
    await expect.poll(marked).toBe("section-transfer");
    await page.locator(".settingsMain").hover();
    await page.mouse.wheel(0, -100_000);
    await expect.poll(marked).toBe("section-appearance");
    await byId("section-transfer").click();
    await expect.poll(() => page.locator("#transfer").isVisible()).toBe(true);
    await expect.poll(marked).toBe("section-transfer");
    await page.locator(".settingsMain").hover();
    await page.mouse.wheel(0, -100_000);
    await expect.poll(marked).toBe("section-appearance");
  });

  test("a choice applies immediately, survives a reload, and can be reset", async () => {
    await byId("set-theme-dark").check();
    await expect.poll(() => rootData("theme")).toBe("dark");
    await scene.page.reload();
    await byId("row-theme").waitFor();
    expect(await byId("set-theme-dark").isChecked()).toBe(true);
    await byId("reset-theme").click();
    await expect.poll(() => rootData("theme")).toBeUndefined();
  });

  test("an invalid value is reported and does not apply", async () => {
    await byId("set-pageSize").fill("7");
    await byId("set-pageSize").press("Enter");
    await byId("row-pageSize").getByRole("alert").waitFor();
    expect(await byId("row-pageSize").getByRole("alert").textContent()).toContain("50");
    await byId("set-pageSize").fill("100");
    await byId("set-pageSize").press("Enter");
    await byId("row-pageSize").getByRole("alert").waitFor({ state: "detached" });
  });

  test("can be searched by titles, descriptions and synonyms; the search is part of the address", async () => {
    await scene.page.keyboard.press("Escape");
    await scene.page.locator("h1").click();
    await scene.page.keyboard.press("/");
    await scene.page.keyboard.type("destructive");
    await byId("row-theme").waitFor({ state: "detached" });
    await byId("row-confirmRequests").waitFor();
    await expect.poll(() => scene.page.url()).toContain("q=destructive");
    await inspect(scene.page, "settings-search");
    await byId("filter").fill("no such thing");
    await byId("no-setting").waitFor();
    await byId("filter").fill("");
  });

  test("every section and setting has an address and is found in the palette", async () => {
    await scene.go("/c/sandbox/core/v1/namespaces");
    await byId("table-row").first().waitFor();
    await scene.page.keyboard.press("ControlOrMeta+k");
    await byId("palette-input").fill("settings font");
    await scene.page.keyboard.press("Enter");
    await byId("row-editorFontSize").waitFor();
    expect(new URL(scene.page.url()).hash).toBe("#editorFontSize");
    await scene.page.goBack();
    await byId("table-row").first().waitFor();
  });
});

describe("Clusters", () => {
  test("name, colour, read-only and namespaces can be set and reset to their defaults", async () => {
    await scene.go("/settings#cluster-sandbox");
    await byId("cluster-sandbox-name-field").fill("My server");
    await byId("cluster-sandbox-name-field").press("Enter");
    await byId("settings-cluster-sandbox").getByText("My server", { exact: true }).waitFor();
    await byId("cluster-sandbox-read-only").click();
    await expect.poll(() => byId("cluster-sandbox-read-only").isChecked()).toBe(true);
    await byId("cluster-sandbox-namespaces-field").fill("No Such");
    await byId("cluster-sandbox-namespaces-field").press("Enter");
    await byId("settings-cluster-sandbox").getByRole("alert").waitFor();
    expect(await byId("settings-cluster-sandbox").getByRole("alert").textContent()).toContain("no name of a namespace");
    await byId("cluster-sandbox-namespaces-field").fill("shop, dev");
    await byId("cluster-sandbox-namespaces-field").press("Enter");
    await byId("settings-cluster-sandbox").getByRole("alert").waitFor({ state: "detached" });
    await inspect(scene.page, "settings-cluster");
  });

  test("are exported to a file with the other settings", async () => {
    await scene.go("/settings#transfer");
    const [download] = await Promise.all([scene.page.waitForEvent("download"), byId("settings-export").click()]);
    const file = join(folder, "settings.json");
    await download.saveAs(file);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      format: "orrery-settings/1",
      settings: { pageSize: 100 },
      clusters: { sandbox: { name: "My server", readOnly: true, namespaces: ["shop", "dev"] } },
    });
  });

  test("are imported from a file after a preview of what changes and what is skipped", async () => {
    const file = join(folder, "other.json");
    const settings = { theme: "dark", density: "comfortable", fieldManager: "me", odd: 1, pageSize: "many" };
    const clusters = { sandbox: { name: "", readOnly: false, namespaces: [] }, elsewhere: { name: "x" } };
    writeFileSync(file, JSON.stringify({ format: "orrery-settings/1", settings, clusters }));
    await byId("settings-import").setInputFiles(file);
    await byId("settings-import-dialog").waitFor();
    expect(await byId("settings-refused").textContent()).toMatch(/odd, pageSize, elsewhere/);
    await inspect(scene.page, "settings-import");
    await byId("settings-import-yes").click();
    await byId("settings-import-dialog").waitFor({ state: "detached" });
    await expect.poll(() => rootData("theme")).toBe("dark");
    await byId("settings-cluster-sandbox").getByText("sandbox", { exact: true }).first().waitFor();
  });

  test("a file without settings is rejected", async () => {
    const file = join(folder, "none.json");
    writeFileSync(file, "[]");
    await byId("settings-import").setInputFiles(file);
    await byId("toasts").getByText("holds no settings").waitFor();
  });

  test("the editor writes with the configured field manager", async () => {
    await scene.go("/c/sandbox/core/v1/namespaces/new");
    await byId("editor").waitFor();
    expect(await scene.page.locator("main").textContent()).toContain("me");
    await scene.go("/settings#transfer");
    await byId("settings-reset").click();
    await byId("settings-reset-yes").click();
    await expect.poll(() => rootData("theme")).toBeUndefined();
    expect(await rootData("density")).toBe("compact");
  });

  test("the language can be switched to German and back", async () => {
    await byId("set-language-de").check();
    await scene.page.getByRole("heading", { name: "Einstellungen", exact: true }).waitFor();
    await inspect(scene.page, "settings-german");
    await byId("set-language-system").check();
    await scene.page.getByRole("heading", { name: "Settings", exact: true }).waitFor();
  });
});

describe("Flags of a sandbox", () => {
  longTest("invalid flags are rejected with the server's message before a sandbox is created", async () => {
    await scene.go("/");
    await byId("sandbox-options").click();
    await byId("flags-advanced").locator("summary").click();
    await byId("flag-feature-gates").fill("NoSuchGate=true");
    await byId("flags-problem").getByText("unrecognized feature gate: NoSuchGate").waitFor();
    await inspect(scene.page, "sandbox-flags");
    await byId("flag-feature-gates").fill("");
    await byId("flag-authorization-mode").fill("AlwaysAllow");
    await byId("flags-problem").waitFor({ state: "detached" });
    await byId("sandbox-name").fill("Open door");
    await byId("sandbox-create").click();
    // The new sandbox is opened: its name is in the top bar.
    await scene.page.waitForURL(/\/c\/sandbox-[0-9a-f]+$/);
    await scene.page.getByRole("button", { name: /Open door/ }).waitFor();
  });
});
