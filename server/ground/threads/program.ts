/** The programs of the server's threads, found both in the source tree and in a bundle. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Built by `scripts/lib/build/threads.mjs`, one file each. */
export type ProgramName = "evaluator" | "shell" | "storeEngine" | "yamlParser";

const texts = new Map<ProgramName, string>();

/**
 * The source text of a program. It is run as text, because the files of a packaged application are inside an archive
 * that only the main thread can read.
 * @throws Error with a hint when it was not built
 */
export function programText(name: ProgramName): string {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const candidates = [`./generated/${name}.cjs`, `./${name}.cjs`, `../${name}.cjs`].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  const file = candidates.find((path) => existsSync(path));
  if (file === undefined) throw new Error(`${name}.cjs is missing: run node scripts/build-threads.mjs`);
  const text = readFileSync(file, "utf8");
  texts.set(name, text);
  return text;
}
