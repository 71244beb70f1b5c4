import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { hashSources, isStamped, writeStamp } from "../checks/sources.mjs";
import { root } from "../paths.mjs";
import { checkMainBundle } from "./mainBundle.mjs";
import { buildForNode } from "./nodeBundle.mjs";
import { buildSchema } from "./schema.mjs";
import { buildThreads } from "./threads.mjs";

const ALWAYS = [
  "package-lock.json",
  "scripts/lib/build/bundle.mjs",
  "scripts/lib/build/nodeBundle.mjs",
  "scripts/lib/build/threads.mjs",
  "tsconfig.json",
  "shared",
];

/** The parts to build, in order. A part is stale when its `sources` changed, and is present when its `entry` exists. */
const PARTS = [
  { name: "server", entry: "server/whole/main.ts", sources: ["server"], build: buildServer },
  { name: "electron", entry: "electron/main.ts", sources: ["server", "electron"], build: buildElectron },
  { name: "renderer", entry: "renderer/vite.config.ts", sources: ["renderer"], build: buildRenderer },
];

/**
 * Builds every part whose sources changed since its last build.
 *
 * @param {{ say: (line: string) => void, force?: boolean, only?: readonly string[] }} options
 * @returns the names of the parts that were built
 * @throws Error after all parts were tried, with the error of each that failed
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
    say(`Building ${part.name} …`);
    // Built in another folder and then moved into place, so that a failed build leaves the last good one intact.
    const aside = `${root}/dist/.${part.name}-${process.pid}`;
    try {
      await part.build(aside);
      rmSync(`${root}/dist/${part.name}`, { recursive: true, force: true });
      renameSync(aside, `${root}/dist/${part.name}`);
    } catch (error) {
      rmSync(aside, { recursive: true, force: true });
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

async function buildServer(folder) {
  const input = { main: "server/whole/main.ts", console: "server/whole/console/main.ts" };
  await buildForNode({ input, folder, format: "es", external: [] });
  await buildThreads(folder);
  copyGenerated(folder);
}

async function buildElectron(folder) {
  const external = ["electron"];
  await buildForNode({ input: { main: "electron/main.ts" }, folder, format: "es", external });
  // A sandboxed preload is always read as a CommonJS script.
  await buildForNode({ input: { preload: "electron/preload.ts" }, folder, format: "cjs", external });
  await buildThreads(folder);
  copyGenerated(folder);
}

/** The compiled schema is read at run time, from beside the bundle. */
function copyGenerated(folder) {
  for (const file of ["schema.json", "descriptions.json"]) {
    copyFileSync(`${root}/server/model/schema/generated/${file}`, `${folder}/${file}`);
  }
}

async function buildRenderer(folder) {
  const { build } = await import("vite");
  await build({
    root: `${root}/renderer`,
    configFile: `${root}/renderer/vite.config.ts`,
    logLevel: "warn",
    build: { outDir: folder, emptyOutDir: true },
  });
  checkMainBundle(folder);
}
