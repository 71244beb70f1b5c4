import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { _electron, chromium, type Page } from "playwright-core";
import { root, startConsole } from "./product.ts";

/** The console, opened as a user would, whatever shows it. */
export interface ConsoleDriver {
  readonly kind: "desktop" | "browser";
  readonly page: Page;
  readonly kubeconfig: string;
  close(): Promise<void>;
}

/** Arguments that keep a Chromium quiet and able to run as root in a container. */
export const CHROMIUM_ARGS = ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--no-first-run"];
const VIEWPORT = { width: 1360, height: 860 };

/** The desktop application where Electron's program and a display are at hand, else a browser on `npm start -- --headless`. */
export function openConsole(): Promise<ConsoleDriver> {
  const program = electronProgram();
  return program === undefined ? openBrowser() : openDesktop(program);
}

function electronProgram(): string | undefined {
  const hasDisplay = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  const name = { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" }[process.platform as string];
  const program = join(
    process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, "node_modules/electron/dist"),
    name ?? "electron",
  );
  return hasDisplay && existsSync(program) ? program : undefined;
}

async function openDesktop(executablePath: string): Promise<ConsoleDriver> {
  const dataDir = mkdtempSync(join(tmpdir(), "orrery-desktop-"));
  const app = await _electron.launch({
    executablePath,
    args: ["--no-sandbox", root, "--data-dir", dataDir],
    cwd: root,
  });
  const page = await app.firstWindow();
  return {
    kind: "desktop",
    page,
    kubeconfig: join(dataDir, "kubeconfig"),
    async close() {
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function openBrowser(): Promise<ConsoleDriver> {
  const product = await startConsole();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: CHROMIUM_ARGS,
  });
  const page = await (await browser.newContext({ viewport: VIEWPORT })).newPage();
  await page.goto(product.consoleUrl);
  return {
    kind: "browser",
    page,
    kubeconfig: product.kubeconfig,
    async close() {
      await browser.close();
      await product.stop();
    },
  };
}
