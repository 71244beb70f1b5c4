import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { hashSources, isStamped, writeStamp } from "./checks/sources.mjs";
import { cacheFolder, root } from "./paths.mjs";

/**
 * Installs the locked packages when `node_modules` is missing or was installed from another lock file. npm's own record
 * (`node_modules/.package-lock.json`) has no hash of the lock, so a stamp file of the project records it. A tree that
 * the user installed with npm is accepted when npm finds nothing missing in it.
 *
 * @param {(line: string) => void} say prints one progress line
 * @throws Error when npm fails; its output has been shown
 */
export function ensureDependencies(say) {
  const stamp = `${cacheFolder}/lock`;
  const hash = hashSources(["package-lock.json"]);
  if (isStamped(stamp, hash)) return;
  if (!existsSync(`${root}/node_modules/.package-lock.json`) || !isComplete()) {
    say("Installing packages …");
    const result = npm(["ci", "--no-fund", "--no-audit", "--loglevel=error"], "inherit");
    if (result.status !== 0) throw new Error("npm ci failed");
  }
  writeStamp(stamp, hash);
}

const isComplete = () => npm(["ls", "--all", "--silent"], "ignore").status === 0;

/**
 * Runs npm in the root: the npm that started this script if there is one (on Windows `npm` itself is a shell script).
 */
function npm(args, output) {
  const script = process.env.npm_execpath;
  const stdio = ["ignore", output, "inherit"];
  return script?.endsWith("js")
    ? spawnSync(process.execPath, [script, ...args], { cwd: root, stdio })
    : spawnSync("npm", args, { cwd: root, stdio, shell: process.platform === "win32" });
}
