import { mkdirSync, mkdtempSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/**
 * Bundles a module for Node in the same way as the product, with external dependencies.
 *
 * @param module path relative to the project's folder
 * @returns the file to run, alone in a folder that the caller has to remove; the folder is inside the project, because
 *   its dependencies are resolved from there
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
