import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./product.ts";

/**
 * Launch options of Chromium: no extra output, and able to run as root in a container. Specs load a page and use it for
 * seconds: the engine's optimizing compiler would cost more than it saves. Pages that share their storage share a
 * process, too, and with it the compiled scripts.
 */
export const CHROMIUM = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-gpu",
    "--process-per-site",
    "--js-flags=--no-turbofan",
  ],
};

/** Path of Electron's program; undefined where there is no program or no display. */
export function electronProgram(): string | undefined {
  const hasDisplay = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  const name = { darwin: "Electron.app/Contents/MacOS/Electron", win32: "electron.exe" }[process.platform as string];
  const program = join(
    process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(root, "node_modules/electron/dist"),
    name ?? "electron",
  );
  return hasDisplay && existsSync(program) ? program : undefined;
}
