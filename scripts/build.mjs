#!/usr/bin/env node
// `npm run build [-- --force] [server|electron|renderer …]`: builds what is stale into dist/.
import { bundle } from "./lib/build/bundle.mjs";
import { ensureDependencies } from "./lib/install.mjs";

const words = process.argv.slice(2);
const only = words.filter((word) => !word.startsWith("-"));
try {
  ensureDependencies(console.log);
  const built = await bundle({
    say: console.log,
    force: words.includes("--force"),
    only: only.length ? only : undefined,
  });
  if (built.length === 0) console.log("Everything is up to date.");
} catch (error) {
  console.error(`build failed: ${error.message}`);
  process.exitCode = 1;
}
