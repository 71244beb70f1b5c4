import { spawn } from "node:child_process";
import { root } from "./paths.mjs";

/**
 * Runs a program in the root to its end.
 *
 * @param {{ env?: Record<string, string>, timeout?: number, echo?: boolean }} options timeout in milliseconds
 * @returns {Promise<{ code: number, output: string }>} output: both streams in order of arrival; code 124 after a
 *   timeout
 */
export function run(command, args, { env = {}, timeout = 600_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, timeout);
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    child.once("error", (error) => (output += error.message));
    child.once("close", (code) => {
      clearTimeout(timer);
      if (isLate) output += `\nstopped after ${timeout / 1000} s`;
      resolve({ code: isLate ? 124 : (code ?? 1), output });
    });
  });
}

/** Runs a package's command-line program with this Node, by the path of its script below `node_modules`. */
export const runModule = (script, args, options) => run(process.execPath, [`node_modules/${script}`, ...args], options);
