import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { root } from "../paths.mjs";

/**
 * Finds Electron's program, and downloads it on the first start in the same way as Electron itself.
 *
 * @param {(line: string) => void} say prints a progress line before a download
 * @returns {{ program: string } | { reason: string }} its path, or the reason why there is none
 */
export function findDesktop(say) {
  const hasDisplay = process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (process.platform === "linux" && !hasDisplay) return { reason: "there is no display" };
  let folder;
  try {
    folder = dirname(createRequire(join(root, "package.json")).resolve("electron/package.json"));
  } catch {
    return { reason: "Electron is not installed" };
  }
  const program = installed(folder);
  if (program) return { program };
  say("Fetching Electron (first start only) …");
  const result = spawnSync(process.execPath, [join(folder, "install.js")], { stdio: "ignore", timeout: 300_000 });
  const fetched = result.status === 0 ? installed(folder) : undefined;
  return fetched ? { program: fetched } : { reason: "Electron's program could not be fetched" };
}

function installed(folder) {
  const record = join(folder, "path.txt");
  const name = existsSync(record) ? readFileSync(record, "utf8").trim() : undefined;
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const program = override ? join(override, name ?? "electron") : name && join(folder, "dist", name);
  return program && existsSync(program) ? program : undefined;
}
