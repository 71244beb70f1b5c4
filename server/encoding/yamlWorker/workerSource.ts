/** Finds the program of the YAML thread, beside the source tree's generated files and beside a bundle alike. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const NAME = "yamlWorker.cjs";
let source: string | undefined;

/**
 * The program as text: a thread cannot be started on a file inside an Electron archive, and one text serves all threads.
 *
 * @throws Error with a hint when nothing was built
 */
export function workerSource(): string {
  source ??= readFileSync(findWorker(), "utf8");
  return source;
}

function findWorker(): string {
  const candidates = [`../generated/${NAME}`, `./${NAME}`, `../${NAME}`, `../server/${NAME}`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const file = candidates.find((path) => existsSync(path));
  if (file === undefined) throw new Error(`${NAME} is missing: run node scripts/build-worker.mjs`);
  return file;
}
