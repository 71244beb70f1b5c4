import { existsSync, renameSync, rmSync } from "node:fs";
import { buildForNode } from "./nodeBundle.mjs";
import { root } from "./paths.mjs";
import { hashSources, isStamped, writeStamp } from "./sources.mjs";

/** The program of the server's workers, as one file: it is run as text, which has no place to load others from. */
export async function buildEvaluator(folder) {
  const input = { evaluator: "server/offload/evaluatorWorker.ts" };
  await buildForNode({ input, folder, format: "cjs", extension: "cjs", external: [] });
}

const SOURCES = ["package-lock.json", "scripts/lib", "tsconfig.json", "shared", "server"];

/** Builds it for servers that run from their sources, as those of tests do; quick when nothing changed. */
export async function buildSourceEvaluator() {
  const folder = `${root}/server/offload/generated`;
  const stamp = `${folder}/stamp`;
  const hash = hashSources(SOURCES);
  if (isStamped(stamp, hash) && existsSync(`${folder}/evaluator.cjs`)) return;
  // Built aside and moved into place: another run may be reading the last one.
  const aside = `${folder}/build-${process.pid}`;
  try {
    await buildEvaluator(aside);
    renameSync(`${aside}/evaluator.cjs`, `${folder}/evaluator.cjs`);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  writeStamp(stamp, hash);
}
