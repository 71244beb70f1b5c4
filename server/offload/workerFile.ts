/** Finds the program of the workers, from the source tree and from a bundle alike. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const NAME = "evaluator.cjs";

let source: string | undefined;

/**
 * The text of the program. It is run as text because a packaged application has its files inside of an archive, which only
 * the main thread can read.
 * @throws Error with a hint when it was not built
 */
export function workerSource(): string {
  if (source === undefined) {
    const candidates = [`./generated/${NAME}`, `./${NAME}`, `../${NAME}`].map((path) =>
      fileURLToPath(new URL(path, import.meta.url)),
    );
    const file = candidates.find((path) => existsSync(path));
    if (file === undefined) throw new Error(`${NAME} is missing: run node scripts/build-evaluator.mjs`);
    source = readFileSync(file, "utf8");
  }
  return source;
}
