import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { _electron, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject } from "vitest";
import { type Environment, root, startConsole } from "./product.ts";
import { electronProgram } from "./programs.ts";

/** The console, opened as by a user, in the desktop application or in a browser. */
export interface ConsoleDriver {
  readonly kind: "desktop" | "browser";
  readonly page: Page;
  close(): Promise<void>;
}

/** The window size in which specs use the console, in CSS pixels. */
export const SMALL = { width: 1280, height: 800 };

/**
 * Opens the desktop application if Electron's program and a display are available, otherwise a browser on `npm start --
 * --headless`.
 *
 * @param environment starts a separate product with these variables; by default a browser shows the product that all
 *   specs of a run share (sharedConsole.ts)
 */
export function openConsole(environment?: Environment): Promise<ConsoleDriver> {
  const program = electronProgram();
  if (program !== undefined) return openDesktop(program, environment);
  return environment === undefined ? openShared() : openOwn(environment);
}

async function openDesktop(executablePath: string, environment: Environment = {}): Promise<ConsoleDriver> {
  const dataDir = mkdtempSync(join(tmpdir(), "orrery-desktop-"));
  const given = Object.entries({ ...process.env, HOME: dataDir, KUBECONFIG: undefined, ...environment });
  const app = await _electron.launch({
    executablePath,
    args: ["--no-sandbox", root, "--data-dir", dataDir],
    cwd: root,
    env: Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined)),
  });
  const page = await app.firstWindow();
  return {
    kind: "desktop",
    page,
    async close() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The storage of the pages that this thread opens on the shared product, and the last of these pages. They follow one
 * another: a page of the same storage finds the product's files in the cache, and its process running.
 */
let used: { readonly context: BrowserContext; readonly last: Page } | undefined;

/** A new page on the shared product, with nothing in its storage but the session. */
async function openShared(): Promise<ConsoleDriver> {
  const { url, storageState } = inject("console");
  const before = used;
  used = undefined;
  const context = before?.context ?? (await newContext({ storageState }));
  if (before !== undefined) await context.setStorageState(storageState);
  const page = await context.newPage();
  await page.goto(url);
  // Not sooner: the process would end with its last page.
  await before?.last.close();
  return {
    kind: "browser",
    page,
    async close() {
      await page.goto("about:blank");
      used = { context, last: page };
    },
  };
}

async function openOwn(environment: Environment): Promise<ConsoleDriver> {
  const product = await startConsole(environment);
  const context = await newContext();
  const page = await context.newPage();
  await page.goto(product.consoleUrl);
  return {
    kind: "browser",
    page,
    async close() {
      await context.browser()?.close();
      await product.stop();
    },
  };
}

/** Storage for pages, in the browser that all specs of a run share. */
async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const browser = await chromium.connect(inject("browser"));
  return browser.newContext({ viewport: SMALL, reducedMotion: "reduce", ...options });
}
