import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

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

/** Reads the project's own package.json and those of its packages. Runs when the console is built. */
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
 * Builds the console into `dist/renderer`. Nothing is inlined (assetsInlineLimit 0), because the content security
 * policy of the host allows scripts from its own origin only.
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
  },
  worker: { format: "es" },
});
