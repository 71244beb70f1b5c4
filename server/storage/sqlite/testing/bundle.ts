import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/**
 * Bundles a module of this folder for Node, dependencies left outside, the way the product is built.
 *
 * @returns the file to run; it lies within the project, because its dependencies are looked up from there
 */
export async function bundle(module: string): Promise<string> {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const project = path.resolve(here, "../../../..");
  const outDir = path.join(project, "node_modules/.cache/storage-tests", String(process.pid));
  mkdirSync(outDir, { recursive: true });
  const name = path.basename(module, ".ts");
  await build({
    root: project,
    configFile: false,
    logLevel: "error",
    build: {
      ssr: path.join(here, module),
      outDir,
      emptyOutDir: false,
      target: "node20",
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return path.join(outDir, `${name}.mjs`);
}
