import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** A program of the built product that runs, with what it printed until it was ready. */
export interface Product {
  readonly dataDir: string;
  readonly output: string;
  readonly url: string;
  readonly kubeconfig: string;
  /** Address that opens the console; only of the console. */
  readonly consoleUrl: string;
  /** Ends it with SIGTERM and removes its data; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Starts `orrery serve` on a free port with a folder of its own. @throws Error with its output when it does not start */
export const startServe = (flags: readonly string[] = []): Promise<Product> =>
  start([join(root, "bin/orrery.mjs"), "serve", "--secure-port", "0", ...flags]);

/** Starts `orrery console`: what `npm start -- --headless` comes to once everything is built. */
export const startConsole = (flags: readonly string[] = []): Promise<Product> =>
  start([join(root, "bin/orrery.mjs"), "console", ...flags]);

async function start(args: readonly string[]): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "orrery-e2e-"));
  const child = spawn(process.execPath, [...args, "--data-dir", dataDir], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const output = await readUntilReady(child, ended);
  const find = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? "";
  return {
    dataDir,
    output,
    url: find(/^(?:Serving on|API server:)\s+(\S+)/m),
    kubeconfig: find(/^kubeconfig:\s+(.+)$/m),
    consoleUrl: find(/^Console:\s+(\S+)/m),
    async stop() {
      child.kill("SIGTERM");
      const code = await ended;
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

function readUntilReady(child: ChildProcess, ended: Promise<number | null>): Promise<string> {
  let output = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready in time\n${output}`)), 90_000);
    const read = (chunk: Buffer): void => {
      output += chunk;
      if (!/^kubeconfig: .+$/m.test(output)) return;
      clearTimeout(timer);
      resolve(output);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    void ended.then((code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code}\n${output}`));
    });
  });
}
