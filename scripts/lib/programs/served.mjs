import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../paths.mjs";

/** The program of the built server. */
const ORRERY = join(root, "bin/orrery.mjs");

/**
 * Starts the built server on any free port with a new data folder (or the given one).
 *
 * @param {{ flags?: readonly string[], dataDir?: string, files?: Record<string, string>, program?: string }} options
 *   files: written into the data folder before the start; `{dataDir}` in a flag is replaced by that folder; program:
 *   used instead of `orrery`, with the same command line
 * @returns {Promise<{ url: string, kubeconfig: string, dataDir: string, child:
 *   import("node:child_process").ChildProcess, stop(): Promise<number>, discard(): Promise<void> }>}
 * @throws Error with the server's output when it ends before it serves
 */
export async function startBuiltServer({ flags = [], dataDir, files = {}, program = ORRERY } = {}) {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "orrery-test-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const args = flags.map((flag) => flag.replaceAll("{dataDir}", folder));
  const child = spawn(process.execPath, [program, "serve", "--data-dir", folder, "--secure-port", "0", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise((resolve) => child.once("exit", (code, signal) => resolve(code ?? (signal ? 128 : 1))));
  let output = "";
  const { url, kubeconfig } = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the server was not ready in 60 s\n${output}`)), 60_000);
    const read = (chunk) => {
      output += chunk;
      const found = /Serving on (\S+)[\s\S]*?kubeconfig: (.+)\n/.exec(output);
      if (!found) return;
      clearTimeout(timer);
      resolve({ url: found[1], kubeconfig: found[2] });
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${code}\n${output}`));
    });
  });
  const stop = async () => {
    child.kill("SIGTERM");
    return ended;
  };
  return {
    url,
    kubeconfig,
    dataDir: folder,
    child,
    ended,
    stop,
    discard: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
