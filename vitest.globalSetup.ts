import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Servers of tests run from their sources, but their workers cannot: their program is built before. */
export function setup(): void {
  const script = fileURLToPath(new URL("scripts/build-evaluator.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the program of the workers does not build\n${stdout}${stderr}`);
}
