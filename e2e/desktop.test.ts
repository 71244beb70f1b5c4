import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { dropFiles } from "./dropFiles.ts";
import type { BrowserWindow } from "./electronDouble/browserWindow.ts";
import { app } from "./electronDouble/electron.ts";
import { state } from "./electronDouble/state.ts";
import { CHROMIUM } from "./programs.ts";

let window: BrowserWindow;
let page: Page;
const words = [...process.argv];

/** The compiled shell, run with the test double: the alias for `electron` is in e2e/vitest.config.ts. */
beforeAll(async () => {
  state.userData = mkdtempSync(join(tmpdir(), "orrery-shell-"));
  state.browser = await chromium.launch(CHROMIUM);
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

test("one window opens with the console, and becomes visible once it is rendered", async () => {
  await page.getByTestId("cluster-sandbox").waitFor();
  expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  await expect.poll(() => window.isShown).toBe(true);
  expect(state.windows).toHaveLength(1);
});

test("the page is isolated: no Node, with context isolation and sandbox", async () => {
  expect(window.settings.webPreferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
  });
  expect(window.settings.show).toBe(false);
});

test("only the console's own page may show notifications, and all other permissions are denied", () => {
  const isGranted = (permission: string, address: string): (boolean | undefined)[] => {
    const answers: (boolean | undefined)[] = [];
    state.permissionRequest?.({}, permission, (answer) => answers.push(answer), { requestingUrl: address });
    return [...answers, state.permissionCheck?.({}, permission, address)];
  };
  const { origin } = new URL(page.url());
  expect(isGranted("notifications", `${origin}/`)).toEqual([true, true]);
  for (const permission of ["media", "geolocation", "clipboard-read", "openExternal"]) {
    expect(isGranted(permission, `${origin}/`), permission).toEqual([false, false]);
  }
  for (const address of ["https://evil.example/", origin.replace(/\d+$/, "1"), ""]) {
    expect(isGranted("notifications", address), address).toEqual([false, false]);
  }
});

test("the preload exposes only the platform", async () => {
  const desktop = await page.evaluate(() => (globalThis as { orreryDesktop?: unknown }).orreryDesktop);
  expect(desktop).toEqual({ platform: process.platform });
});

test("the page cannot leave its origin, and safe links open in the system's browser", async () => {
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

test("a second start brings the first window to the front", () => {
  const before = window.focused;
  app.emit("second-instance");
  expect(window.focused).toBe(before + 1);
  expect(state.windows).toHaveLength(1);
});

/** Starts the application again, as the operating system does for a link. */
const openLink = (link: string) => app.emit("second-instance", {}, ["/opt/orrery", "--flag", link]);

test("a link opens its view in the window", async () => {
  const before = window.focused;
  openLink("orrery://open/c/sandbox/core/v1/configmaps?ns=default");
  await page.waitForURL(/\/c\/sandbox\/core\/v1\/configmaps\?ns=default$/);
  await page.getByTestId("resource-table").waitFor();
  expect(window.focused).toBe(before + 1);
  const event = { preventDefault: vi.fn() };
  app.emit("open-url", event, "orrery://open/c/sandbox/access");
  await page.waitForURL(/\/c\/sandbox\/access/);
  expect(event.preventDefault).toHaveBeenCalledOnce();
});

test("a link that is not a console link is rejected, and the page stays", async () => {
  const before = page.url();
  openLink("orrery://open//evil.example/");
  openLink("orrery://evil.example/c/sandbox");
  await expect.poll(() => state.messages).toEqual(["The link cannot be opened"]);
  expect(page.url()).toBe(before);
});

test("a link into an unknown cluster opens the start page with a message", async () => {
  openLink("orrery://open/c/production/core/v1/secrets");
  const notice = page.getByTestId("unknown-cluster");
  await notice.waitFor();
  expect(await notice.textContent()).toContain("production");
  expect(new URL(page.url()).pathname).toBe("/");
});

test("the tray shows the clusters and their states, and starts and stops sandboxes", async () => {
  const itemOf = (name: string) => state.tray?.menu.find(({ label }) => label?.includes(` ${name}: `));
  const press = (label: string) =>
    itemOf("sandbox")
      ?.submenu?.find((item) => item.label === label)
      ?.click?.({ checked: false });
  expect(itemOf("sandbox")?.label).toBe("● sandbox: Running");
  expect(state.tray?.toolTip).toBe("Orrery: 1 running");
  press("Stop");
  await expect.poll(() => itemOf("sandbox")?.label).toBe("○ sandbox: Stopped");
  expect(state.tray?.toolTip).toBe("Orrery: 0 running");
  press("Start");
  await expect.poll(() => itemOf("sandbox")?.label, { timeout: 10_000 }).toBe("● sandbox: Running");
  press("Open");
  await page.waitForURL(/\/c\/sandbox$/);
});

test("the tray's icon has an image for each scale factor", () => {
  const { representations } = (state.tray?.icon ?? { representations: [] }) as {
    representations: { scaleFactor: number; buffer: Buffer }[];
  };
  expect(representations.map(({ scaleFactor }) => scaleFactor)).toEqual([1, 2]);
  for (const { buffer } of representations) expect(buffer.subarray(1, 4).toString()).toBe("PNG");
});

test("another program of the same user finds the application and opens a view in its window", async () => {
  const file = join(state.userData, "sandbox/console/instance.json");
  const { url, token } = JSON.parse(readFileSync(file, "utf8")) as { url: string; token: string };
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  const ask = (bearer: string) =>
    fetch(`${url}/open`, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify({ path: "/c/sandbox/core/v1/namespaces" }),
    });
  expect((await ask("guess")).status).toBe(401);
  expect(await (await ask(token)).json()).toEqual({ shown: true });
  await page.waitForURL(/\/c\/sandbox\/core\/v1\/namespaces$/);
});

test("updates are switched off, and the menu shows this", () => {
  const menus = state.menu as { submenu?: { label?: string; enabled?: boolean }[] }[];
  const items = menus.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
  expect(items.find(({ label }) => label?.startsWith("Check for Updates"))).toEqual({
    label: "Check for Updates… (switched off)",
    enabled: false,
  });
});

test("a YAML file dropped on the window opens on the page for new objects", async () => {
  await page.getByTestId("cluster-switcher").waitFor();
  await dropFiles(page, [
    { name: "dropped.yaml", text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: dropped\n" },
  ]);
  await page.waitForURL(/\/c\/sandbox\/core\/v1\/configmaps\/new/);
  await page.getByTestId("editor").getByText("dropped").waitFor();
});

test("the menu shows the kubeconfig, and the file exists", () => {
  const menus = state.menu as { submenu?: { label?: string; click?: () => void }[] }[];
  const item = menus
    .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    .find(({ label }) => label?.includes("kubeconfig"));
  item?.click?.();
  expect(state.revealed).toHaveLength(1);
  expect(existsSync(state.revealed[0] ?? "")).toBe(true);
});

test("with the keep-running setting, the application runs without a window and reopens one from the tray", async () => {
  const keep = state.tray?.menu.find(({ label }) => label?.startsWith("Keep Running"));
  expect(keep?.checked).toBe(false);
  keep?.click?.({ checked: true });
  await window.close();
  app.emit("window-all-closed");
  expect(state.hasQuit).toBe(false);
  state.tray?.click();
  await expect.poll(() => state.windows.length).toBe(1);
  [window] = state.windows as [BrowserWindow];
  page = await window.page;
  await page.getByTestId("cluster-sandbox").waitFor();
  keep?.click?.({ checked: false });
  expect(JSON.parse(readFileSync(join(state.userData, "desktop.json"), "utf8"))).toEqual({ keepRunning: false });
});

test("closing saves the window's state, and quits with the store closed", async () => {
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
  expect(state.tray).toBeUndefined();
  expect(existsSync(join(state.userData, "sandbox/console/instance.json"))).toBe(false);
  // A store that was closed properly leaves no journal.
  expect(existsSync(join(state.userData, "sandbox/store.db"))).toBe(true);
  expect(existsSync(join(state.userData, "sandbox/store.db-wal"))).toBe(false);
});
