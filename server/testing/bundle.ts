import { mkdirSync, mkdtempSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/**
 * Bundles a module for Node, dependencies left outside, the way the product is built.
 *
 * @param module from the project's folder on
 * @returns the file to run, alone in a folder for the caller to remove; it lies within the project, because its dependencies
 *   are looked up from there
 */
export async function bundle(module: string): Promise<string> {
  const project = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
  const cache = path.join(project, "node_modules/.cache/bundled-tests");
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(path.join(cache, "run-"));
  const name = path.basename(module, ".ts");
  await build({
    root: project,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: path.join(project, module),
      outDir,
      emptyOutDir: false,
      target: "node20",
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return path.join(outDir, `${name}.mjs`);
}
