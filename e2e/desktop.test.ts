import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CHROMIUM_ARGS } from "./driver.ts";
import type { BrowserWindow } from "./electronDouble/browserWindow.ts";
import { app } from "./electronDouble/electron.ts";
import { state } from "./electronDouble/state.ts";

let window: BrowserWindow;
let page: Page;
const words = [...process.argv];

/** The compiled shell, run against the double: the alias for `electron` stands in e2e/vitest.config.ts. */
beforeAll(async () => {
  state.userData = mkdtempSync(join(tmpdir(), "orrery-shell-"));
  state.browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: CHROMIUM_ARGS,
  });
  process.argv.splice(2);
  await import("../dist/electron/main.js" as string);
  await vi.waitFor(() => expect(state.windows.length + state.errorBoxes.length).toBeGreaterThan(0), 30_000);
  expect(state.errorBoxes).toEqual([]);
  [window] = state.windows as [BrowserWindow];
  page = await window.page;
});

afterAll(async () => {
  process.argv.splice(0, process.argv.length, ...words);
  await state.browser?.close();
  rmSync(state.userData, { recursive: true, force: true });
});

test("one window opens on the console, and shows once it has something to show", async () => {
  await page.getByTestId("cluster-sandbox").waitFor();
  expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  await expect.poll(() => window.isShown).toBe(true);
  expect(state.windows).toHaveLength(1);
});

test("the page is on its own: no Node, its own world, sandboxed, no permissions", async () => {
  expect(window.settings.webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
  });
  expect(window.settings.show).toBe(false);
  const answers: boolean[] = [];
  for (const permission of ["media", "geolocation", "notifications"]) {
    state.permissionRequest?.({}, permission, (isGranted) => answers.push(isGranted));
  }
  expect(answers).toEqual([false, false, false]);
});

test("the preload tells the platform and nothing more", async () => {
  const desktop = await page.evaluate(() => (globalThis as { orreryDesktop?: unknown }).orreryDesktop);
  expect(desktop).toEqual({ platform: process.platform });
});

test("the page cannot leave its origin; links go to the system's browser when they are safe", async () => {
  const home = page.url();
  await page.evaluate(() => location.assign("https://docs.example/page"));
  await expect.poll(() => state.openedOutside).toContain("https://docs.example/page");
  expect(page.url()).toBe(home);
  await page.evaluate(() => location.assign("http://elsewhere.example/"));
  await page.evaluate(() => void open("https://docs.example/popup"));
  await expect.poll(() => state.openedOutside).toContain("https://docs.example/popup");
  expect(page.url()).toBe(home);
  expect(state.openedOutside).not.toContain("http://elsewhere.example/");
});

test("a second start brings the first window forward", () => {
  const before = window.focused;
  app.emit("second-instance");
  expect(window.focused).toBe(before + 1);
  expect(state.windows).toHaveLength(1);
});

test("the menu shows the kubeconfig, which is there", () => {
  const menus = state.menu as { submenu?: { label?: string; click?: () => void }[] }[];
  const item = menus
    .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    .find(({ label }) => label?.includes("kubeconfig"));
  item?.click?.();
  expect(state.revealed).toHaveLength(1);
  expect(existsSync(state.revealed[0] ?? "")).toBe(true);
});

test("closing remembers the window, and quits with the store closed", async () => {
  window.setBounds({ x: 40, y: 50, width: 1000, height: 700 });
  const quit = new Promise((resolve) => app.once("quit", resolve));
  await window.close();
  app.emit("window-all-closed");
  if (process.platform === "darwin") app.quit();
  await quit;
  expect(state.hasQuit).toBe(true);
  expect(JSON.parse(readFileSync(join(state.userData, "window.json"), "utf8"))).toEqual({
    x: 40,
    y: 50,
    width: 1000,
    height: 700,
    isMaximized: false,
  });
  // A store that was closed leaves no journal behind.
  expect(existsSync(join(state.userData, "sandbox/store.db"))).toBe(true);
  expect(existsSync(join(state.userData, "sandbox/store.db-wal"))).toBe(false);
});
