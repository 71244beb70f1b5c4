import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { hashSources, isStamped, writeStamp } from "../checks/sources.mjs";
import { root } from "../paths.mjs";
import { buildForNode } from "./nodeBundle.mjs";

/** The programs of threads, by name. */
const PROGRAMS = {
  shell: "server/acting/nodes/shell/shellWorker.ts",
  evaluator: "server/whole/evaluator/evaluatorWorker.ts",
  storeEngine: "server/store/storage/sqlite/engine/engineWorker.ts",
  yamlParser: "server/model/encoding/yamlWorker/worker.ts",
};

/** Builds each program as one file, because the server runs it as text and it cannot import other files. */
export async function buildThreads(folder) {
  for (const [name, path] of Object.entries(PROGRAMS)) {
    await buildForNode({ input: { [name]: path }, folder, format: "cjs", extension: "cjs", external: [], whole: true });
  }
}

const SOURCES = ["package-lock.json", "scripts/lib", "tsconfig.json", "shared", "server"];

/**
 * Builds the threads' programs for servers that run from their sources, as tests do; quick when nothing changed.
 * @returns one line
 */
export async function buildSourceThreads() {
  const folder = `${root}/server/ground/threads/generated`;
  const stamp = `${folder}/stamp`;
  const hash = hashSources(SOURCES);
  const files = Object.keys(PROGRAMS).map((name) => `${name}.cjs`);
  if (isStamped(stamp, hash) && files.every((file) => existsSync(`${folder}/${file}`))) return "threads: up to date";
  // Built in another folder and moved into place: another run may be reading the previous ones.
  const aside = `${folder}/build-${process.pid}`;
  mkdirSync(aside, { recursive: true });
  try {
    await buildThreads(aside);
    for (const file of files) renameSync(`${aside}/${file}`, `${folder}/${file}`);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  writeStamp(stamp, hash);
  return "threads: built";
}
