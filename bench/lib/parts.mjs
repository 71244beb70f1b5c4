import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Builds parts of the product that are measured separately.
 *
 * @param {string} folder output folder
 * @param {Record<string, string>} parts their source files, by name
 * @returns {Promise<(name: string) => Promise<object>>} loads a part by its name
 */
export async function buildParts(folder, parts) {
  const { build } = await import("vite");
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true, external: ["sql.js"] },
    build: {
      ssr: true,
      target: "node20",
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(parts).map(([name, path]) => [name, join(ROOT, path)])),
        output: { format: "es", entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  return (name) => import(pathToFileURL(join(folder, `${name}.mjs`)).href);
}
