import { copyFileSync, existsSync } from "node:fs";
import { builtinModules } from "node:module";
import { root } from "./paths.mjs";
import { buildSchema } from "./schema.mjs";
import { hashSources, isStamped, writeStamp } from "./sources.mjs";

const ALWAYS = ["package-lock.json", "scripts/lib/bundle.mjs", "tsconfig.json", "shared"];

/** What is built, in order. `sources` decide whether a part is stale; `entry` whether it exists yet. */
const PARTS = [
  { name: "server", entry: "server/main.ts", sources: ["server"], build: buildServer },
  { name: "electron", entry: "electron/main.ts", sources: ["server", "electron"], build: buildElectron },
  { name: "renderer", entry: "renderer/vite.config.ts", sources: ["renderer"], build: buildRenderer },
];

/**
 * Builds every part whose sources changed since it was last built.
 *
 * @param {{ say: (line: string) => void, force?: boolean, only?: readonly string[] }} options
 * @returns the names of the parts that were built
 * @throws Error after all parts were tried, with what went wrong in each
 */
export async function bundle({ say, force = false, only }) {
  const built = [];
  const failures = [];
  buildSchema();
  for (const part of PARTS) {
    if (only && !only.includes(part.name)) continue;
    if (!existsSync(`${root}/${part.entry}`)) continue;
    const stamp = `${root}/dist/.stamps/${part.name}`;
    const hash = hashSources([...ALWAYS, ...part.sources]);
    if (!force && isStamped(stamp, hash)) continue;
    const started = Date.now();
    try {
      await part.build();
    } catch (error) {
      failures.push(`${part.name}: ${error.message}`);
      continue;
    }
    writeStamp(stamp, hash);
    built.push(part.name);
    say(`Built ${part.name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
  return built;
}

async function buildServer() {
  const input = { main: "server/main.ts", console: "server/console/main.ts" };
  await buildForNode({ input, outDir: "dist/server", format: "es", external: [] });
  copySchema("dist/server");
}

async function buildElectron() {
  const external = ["electron"];
  await buildForNode({ input: { main: "electron/main.ts" }, outDir: "dist/electron", format: "es", external });
  // A sandboxed preload is always read as a CommonJS script.
  const preload = { preload: "electron/preload.ts" };
  await buildForNode({ input: preload, outDir: "dist/electron", format: "cjs", external, keep: true });
  copySchema("dist/electron");
}

/** The compiled schema is read at run time, from beside the bundle. */
function copySchema(folder) {
  for (const file of ["schema.json", "descriptions.json"]) {
    copyFileSync(`${root}/server/schema/generated/${file}`, `${root}/${folder}/${file}`);
  }
}

async function buildRenderer() {
  const { build } = await import("vite");
  await build({
    root: `${root}/renderer`,
    configFile: `${root}/renderer/vite.config.ts`,
    logLevel: "warn",
    build: { outDir: `${root}/dist/renderer`, emptyOutDir: true },
  });
}

/**
 * Everything but Node's own modules and sql.js goes into the bundle: a start then reads one file instead of a thousand.
 * sql.js stays outside because its WebAssembly file lies beside it.
 */
async function buildForNode({ input, outDir, format, external, keep = false }) {
  const { build } = await import("vite");
  const own = new Set([...builtinModules, ...external, "sql.js"]);
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    ssr: { noExternal: true, external: [...own], target: "node" },
    build: {
      ssr: true,
      target: "node20",
      outDir: `${root}/${outDir}`,
      emptyOutDir: !keep,
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, `${root}/${path}`])),
        platform: "node",
        external: (id) => id.startsWith("node:") || own.has(id) || id.startsWith("sql.js/"),
        output: { format, entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
      },
    },
  });
}
