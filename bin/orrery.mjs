#!/usr/bin/env node
// The `orrery` command: runs the built server. `orrery --help` lists what it can do.
import { existsSync } from "node:fs";

const built = new URL("../dist/server/main.js", import.meta.url);
if (existsSync(built)) {
  const { main } = await import(built.href);
  process.exitCode = await main(process.argv.slice(2));
} else {
  console.error("orrery: not built yet; run `npm run build` first");
  process.exitCode = 1;
}
