import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./product.ts";

/** Path of a real client: the one that the environment names, or else the downloaded one, or else the system's. */
export function clientProgram(name: "kubectl" | "helm"): string {
  const fetched = join(root, "node_modules/.cache/orrery/clients", name);
  return process.env[name.toUpperCase()] ?? (existsSync(fetched) ? fetched : name);
}

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A real client bound to one server. */
export interface Client {
  /** Runs it to its end, whatever its exit code. */
  run(args: readonly string[], options?: { input?: string; env?: Record<string, string> }): Promise<CommandResult>;
  /** Runs it and returns what it printed. @throws Error with both streams when it fails */
  ok(args: readonly string[], options?: { input?: string; env?: Record<string, string> }): Promise<string>;
  /** Starts it, resolves with the output once `until` accepts it, then ends the process. */
  follow(args: readonly string[], until: (output: string) => boolean): { ready: Promise<string>; stop(): void };
}

/**
 * @param program path of kubectl or helm
 * @param env added to the environment: KUBECONFIG, HOME (so that the client does not read or write the user's cache)
 */
export function createClient(program: string, env: Record<string, string>): Client {
  const begin = (args: readonly string[], extra: Record<string, string> = {}) =>
    spawn(program, args, { env: { PATH: process.env.PATH, ...env, ...extra }, stdio: ["pipe", "pipe", "pipe"] });
  const run: Client["run"] = (args, { input = "", env: extra } = {}) =>
    new Promise((resolve, reject) => {
      const child = begin(args, extra);
      let stdout = "";
      let stderr = "";
      const timer = setTimeout(() => child.kill("SIGKILL"), 40_000);
      child.stdout.on("data", (chunk) => (stdout += chunk));
      child.stderr.on("data", (chunk) => (stderr += chunk));
      child.once("error", reject);
      child.once("close", (code) => {
        clearTimeout(timer);
        resolve({ code, stdout, stderr });
      });
      child.stdin.on("error", () => {});
      child.stdin.end(input);
    });
  return {
    run,
    async ok(args, options) {
      const result = await run(args, options);
      if (result.code === 0) return result.stdout;
      throw new Error(`${args.join(" ")} ended with ${result.code}\n${result.stdout}${result.stderr}`);
    },
    follow(args, until) {
      const child = begin(args);
      let output = "";
      const ready = new Promise<string>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${args.join(" ")}: nothing in time\n${output}`)), 30_000);
        const read = (chunk: Buffer): void => {
          output += chunk;
          if (!until(output)) return;
          clearTimeout(timer);
          resolve(output);
        };
        child.stdout.on("data", read);
        child.stderr.on("data", read);
      });
      return { ready, stop: () => void child.kill("SIGTERM") };
    },
  };
}
