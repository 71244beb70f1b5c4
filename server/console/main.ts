import { fileURLToPath } from "node:url";
import { OptionError } from "../options/optionError.ts";
import { parseServeFlags } from "../options/parseFlags.ts";
import { startSandboxConsole } from "./sandboxConsole.ts";

/**
 * Serves a sandbox and its console to a browser until Ctrl-C: what `npm start` runs where there is no desktop.
 *
 * @param argv flags of `orrery serve`; the API server takes any free port unless one is named
 * @returns the exit code: 0 after a clean stop, 130 when a second Ctrl-C cut it short, 2 for a bad flag
 */
export async function main(argv: readonly string[]): Promise<number> {
  const flags = argv.some((word) => word.startsWith("--secure-port")) ? argv : ["--secure-port", "0", ...argv];
  try {
    const rendererDir = fileURLToPath(new URL("../renderer", import.meta.url));
    const running = await startSandboxConsole(parseServeFlags(flags).options, { rendererDir });
    process.stdout.write(
      `Console:    ${running.host.openUrl}\nAPI server: ${running.server.url}\nkubeconfig: ${running.server.kubeconfigPath}\n`,
    );
    process.stdout.write("Press Ctrl-C to stop.\n");
    await new Promise<void>((resolve) => {
      let asked = false;
      const stop = (): void => {
        if (asked) process.exit(130);
        asked = true;
        resolve();
      };
      process.on("SIGINT", stop);
      process.on("SIGTERM", stop);
    });
    await running.close();
    return 0;
  } catch (error) {
    const isExplained =
      error instanceof OptionError || (error instanceof Error && ("syscall" in error || error.name === "LockedError"));
    process.stderr.write(`orrery: ${error instanceof Error ? (isExplained ? error.message : error.stack) : error}\n`);
    return isExplained ? 2 : 1;
  }
}
