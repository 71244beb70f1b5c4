#!/usr/bin/env node
// `npm run serve [-- flags of orrery serve]`, `npm run bench [-- [console | against <folder>] [--quick]]`: builds what is
// stale, then runs it.
import { spawn } from "node:child_process";
import { bundle } from "./lib/build/bundle.mjs";
import { ensureDependencies } from "./lib/install.mjs";
import { root } from "./lib/paths.mjs";

const [first, ...rest] = process.argv.slice(2);
const bench = first === "--bench";
const words = bench ? rest : process.argv.slice(2);
try {
  // Standard output belongs to the program that runs: preparation is reported on standard error.
  const say = (line) => console.error(line);
  ensureDependencies(say);
  const [part] = bench ? words : [];
  await bundle({ say, only: part === "console" ? ["server", "renderer"] : ["server"] });
  const benches = { console: "bench/console.mjs", against: "bench/against.mjs" };
  const program = bench ? [benches[part] ?? "bench/run.mjs"] : ["bin/orrery.mjs", "serve"];
  const child = spawn(process.execPath, [`${root}/${program[0]}`, ...program.slice(1), ...words], { stdio: "inherit" });
  // The terminal sends Ctrl-C to the child itself; this process only waits for it.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 130;
  });
} catch (error) {
  console.error(`orrery: ${error.message}`);
  process.exitCode = 1;
}
