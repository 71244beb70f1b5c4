import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import { createLog } from "../../ground/observability/log/log.ts";
import { surviveClosedReaders } from "../../ground/observability/process/surviveClosedReaders.ts";
import { surviveRejections } from "../../ground/observability/process/surviveRejections.ts";
import { explainError } from "../options/explainError.ts";
import { CONSOLE, parseServeFlags } from "../options/parseFlags.ts";
import { HostError } from "./api/hostError.ts";
import type { ConsoleHost } from "./consoleHost.ts";
import { type SandboxConsole, startSandboxConsole } from "./sandboxConsole.ts";

/** Further actions when the console is ready. */
export interface StartOptions {
  /** The address to print; default one of the start page. @throws HostError */
  readonly addressOf?: (host: ConsoleHost) => string;
  /** Called with that address. */
  readonly onReady?: (address: string) => Promise<void>;
}

/**
 * Serves a sandbox and its console to a browser until Ctrl-C: this is what `npm start` runs on a machine without a
 * desktop.
 *
 * @param argv flags of `orrery serve`; the API server uses any free port unless one is given
 * @returns the exit code: 0 after a clean stop, 130 when a second Ctrl-C interrupted it, 2 for a bad flag
 */
export async function main(argv: readonly string[], beginning: StartOptions = {}): Promise<number> {
  surviveClosedReaders();
  const flags = argv.some((word) => word.startsWith("--secure-port")) ? argv : ["--secure-port", "0", ...argv];
  try {
    const rendererDir = fileURLToPath(new URL("../renderer", import.meta.url));
    const { options } = parseServeFlags(flags, CONSOLE);
    surviveRejections(createLog(options.verbosity, undefined, options.loggingFormat));
    const running = await startSandboxConsole(options, { rendererDir });
    try {
      await announce(running, beginning);
      await untilStopped();
    } finally {
      await running.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const explained = error instanceof HostError ? error.message : explainError(error);
    process.stderr.write(`orrery: ${explained ?? (error instanceof Error ? error.stack : error)}\n`);
    return explained === undefined ? 1 : 2;
  }
}

async function announce({ host, server }: SandboxConsole, { addressOf, onReady }: StartOptions): Promise<void> {
  const address = addressOf?.(host) ?? host.openUrl;
  process.stdout.write(`Console:    ${address}\nAPI server: ${server.url}\nkubeconfig: ${server.kubeconfigPath}\n`);
  await onReady?.(address);
  process.stdout.write("Press Ctrl-C to stop.\n");
}

/** A second signal ends the process at once. */
function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = (): void => {
      if (asked) process.exit(130);
      asked = true;
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
