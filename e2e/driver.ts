import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { _electron, type BrowserContextOptions, chromium, type Page } from "playwright-core";
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

async function openShared(): Promise<ConsoleDriver> {
  const { url, storageState } = inject("console");
  return openPage(url, { storageState });
}

async function openOwn(environment: Environment): Promise<ConsoleDriver> {
  const product = await startConsole(environment);
  const opened = await openPage(product.consoleUrl);
  return {
    ...opened,
    async close() {
      await opened.close();
      await product.stop();
    },
  };
}

/** A page with its own storage, in the browser that all specs of a run share. */
async function openPage(url: string, options: BrowserContextOptions = {}): Promise<ConsoleDriver> {
  const browser = await chromium.connect(inject("browser"));
  const page = await (await browser.newContext({ viewport: SMALL, reducedMotion: "reduce", ...options })).newPage();
  await page.goto(url);
  return { kind: "browser", page, close: () => browser.close() };
}
