import { spawnSync } from "node:child_process";
import { root } from "../paths.mjs";

/**
 * Generates the files that server and tests load but that are not in the repository: the compiled type declarations and
 * the programs of the threads. Quick when nothing changed.
 * @returns {string} one line
 * @throws Error with the output of the failed step
 */
export function buildSchema() {
  return `${run("scripts/build-schema.mjs")}, ${run("scripts/build-threads.mjs")}`;
}

function run(script) {
  const result = spawnSync(process.execPath, [script], { cwd: root, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`${script} failed\n${result.stdout}${result.stderr}`);
  return result.stdout.trim();
}
