#!/usr/bin/env node
// The `orrery` command: runs the built server. `orrery --help` lists what it can do; `orrery console` takes the flags of
// `orrery serve` and serves the console to a browser as well.
import { existsSync } from "node:fs";

const [command, ...flags] = process.argv.slice(2);
const isConsole = command === "console";
const built = new URL(`../dist/server/${isConsole ? "console" : "main"}.js`, import.meta.url);
if (existsSync(built)) {
  const { main } = await import(built.href);
  process.exitCode = await main(isConsole ? flags : process.argv.slice(2));
} else {
  console.error("orrery: not built yet; run `npm run build` first");
  process.exitCode = 1;
}
