import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";

interface Manifest {
  readonly version: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = (path: string): Manifest => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"));

/** Development tools, which are not part of the product. */
const TOOLS =
  /^(@types\/|@axe-core\/|@biomejs\/|@vitejs\/|(autocannon|electron|fast-check|kubernetes-types|oidc-provider|oxc-parser|playwright-core|rolldown|typescript|vite|vitest)$)/;

/** Reads the project's package.json and those of its packages. Runs when the console is built. */
function describeProduct(): typeof __PRODUCT__ {
  const { version, license = "", dependencies, devDependencies } = read("package.json");
  const names = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !TOOLS.test(name));
  const parts = names.sort().map((name) => {
    const part = read(`node_modules/${name}/package.json`);
    return { name, version: part.version, licence: part.license ?? "" };
  });
  return { version, licence: license, parts };
}

/**
 * Puts everything that the first view needs, which is what `main.tsx` imports directly or indirectly, into one chunk: a
 * browser loads it with one request instead of more than a hundred. Everything else is loaded when a view needs it.
 */
function firstChunk(): Rolldown.CodeSplittingNameFunction {
  let first: Set<string> | undefined;
  return (id, modules) => {
    if (first === undefined) {
      first = new Set([fileURLToPath(new URL("main.tsx", import.meta.url))]);
      // Iterating over a set includes items that are added meanwhile.
      for (const known of first)
        for (const imported of modules.getModuleInfo(known)?.importedIds ?? []) first.add(imported);
    }
    return first.has(id) ? "first" : null;
  };
}

/**
 * Builds the console into `dist/renderer`. Nothing is inlined (assetsInlineLimit 0), because the host's content
 * security policy only allows scripts from its own origin.
 */
export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  base: "/",
  define: { __PRODUCT__: JSON.stringify(describeProduct()) },
  plugins: [react()],
  build: {
    outDir: fileURLToPath(new URL("../dist/renderer", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: firstChunk(), debugName: "first" }] } } },
  },
  worker: { format: "es" },
});
