import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** A running program of the built product, with its output up to when it was ready. */
export interface Product {
  readonly dataDir: string;
  readonly output: string;
  readonly url: string;
  readonly kubeconfig: string;
  /** Address that opens the console; only for `orrery console`. */
  readonly consoleUrl: string;
  /** Kills the process as a crash does: at once, without touching its data. */
  crash(): Promise<void>;
  /** Restarts it after a crash, with the same data and at the same address. */
  revive(): Promise<void>;
  /** Ends it with SIGTERM and removes its data; resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Starts `orrery serve` on a free port with a new folder. @throws Error with its output when it does not start */
export const startServe = (flags: readonly string[] = []): Promise<Product> =>
  start([join(root, "bin/orrery.mjs"), "serve", "--secure-port", "0", ...flags]);

/**
 * Starts `orrery console`: the command that `npm start -- --headless` runs once everything is built. It has a separate
 * home folder, so that it does not see the machine's kubeconfig.
 *
 * @param environment variables in addition to those of this process
 */
export const startConsole = (environment: Environment = {}): Promise<Product> =>
  start([join(root, "bin/orrery.mjs"), "console"], (dataDir) => ({
    HOME: dataDir,
    KUBECONFIG: undefined,
    ...environment,
  }));

/** Variables of a process; undefined removes one. */
export type Environment = Readonly<Record<string, string | undefined>>;

async function start(
  args: readonly string[],
  environmentIn: (dataDir: string) => Environment = () => ({}),
): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), "orrery-e2e-"));
  const run = async (flags: readonly string[]) => {
    const child = spawn(process.execPath, [...args, "--data-dir", dataDir, ...flags], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...environmentIn(dataDir) },
    });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    return { child, ended, output: await readUntilReady(child, ended) };
  };
  let running = await run([]);
  const { output } = running;
  const find = (pattern: RegExp): string => pattern.exec(output)?.[1] ?? "";
  const url = find(/^(?:Serving on|API server:)\s+(\S+)/m);
  return {
    dataDir,
    output,
    url,
    kubeconfig: find(/^kubeconfig:\s+(.+)$/m),
    consoleUrl: find(/^Console:\s+(\S+)/m),
    async crash() {
      running.child.kill("SIGKILL");
      await running.ended;
    },
    async revive() {
      running = await run(["--secure-port", new URL(url).port]);
    },
    async stop() {
      running.child.kill("SIGTERM");
      const code = await running.ended;
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
