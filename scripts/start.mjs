#!/usr/bin/env node
// `npm start [-- --headless] [flags of orrery serve]`: installs and builds what is stale, then opens the console. Needs
// only Node: packages are imported after they were installed.
import { spawn } from "node:child_process";
import { bundle } from "./lib/build/bundle.mjs";
import { ensureDependencies } from "./lib/install.mjs";
import { root } from "./lib/paths.mjs";
import { findDesktop } from "./lib/programs/desktop.mjs";

const words = process.argv.slice(2);
const flags = words.filter((word) => word !== "--headless");
const started = Date.now();
const say = (line) => console.log(line);

// An interrupted preparation needs no stack trace.
const interrupt = () => process.exit(130);
process.once("SIGINT", interrupt);

try {
  ensureDependencies(say);
  await bundle({ say });
  const desktop = words.includes("--headless") ? { reason: undefined } : findDesktop(say);
  process.off("SIGINT", interrupt);
  if (desktop.program) {
    say(`Opening the console (prepared in ${((Date.now() - started) / 1000).toFixed(1)} s) …`);
    process.exitCode = await runDesktop(desktop.program);
  } else {
    if (desktop.reason) say(`No desktop window: ${desktop.reason}; the console is served to your browser instead.`);
    const { main } = await import("../dist/server/console.js");
    process.exitCode = await main(flags);
  }
} catch (error) {
  console.error(`orrery: ${error.message}`);
  process.exitCode = 1;
}

/**
 * Runs the desktop application to its end; the terminal sends Ctrl-C to it, and this process must not end before it.
 */
function runDesktop(program) {
  return new Promise((resolve, reject) => {
    const sandbox = process.platform === "linux" && process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const child = spawn(program, [...sandbox, root, ...flags], { stdio: "inherit" });
    process.on("SIGINT", () => {});
    process.on("SIGTERM", () => child.kill("SIGTERM"));
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(signal === "SIGINT" ? 130 : (code ?? 1)));
  });
}
