import { keepHeapSmall } from "../../ground/memory/heapGrowth.ts";
import { createLog } from "../../ground/observability/log/log.ts";
import { surviveRejections } from "../../ground/observability/process/surviveRejections.ts";
import type { Storage } from "../../store/storage/storage.ts";
import { parseServeFlags } from "../options/parseFlags.ts";
import { type RunningServer, startServer } from "../server.ts";

/**
 * `orrery serve`: runs a server until it is told to stop.
 *
 * @param wrapStorage wraps the server's store; used by tests
 * @throws OptionError, or an operating system's error, before the server listens
 */
export async function serveCommand(
  argv: readonly string[],
  wrapStorage?: (storage: Storage) => Storage,
): Promise<number> {
  const flags = parseServeFlags(argv);
  const log = createLog(flags.options.verbosity, undefined, flags.options.loggingFormat);
  surviveRejections(log);
  keepHeapSmall();
  for (const warning of flags.warnings) log.warn(warning);
  const server = await startServer(flags.options, Date.now, log, wrapStorage);
  process.stdout.write(`Serving on ${server.url}\nkubeconfig: ${server.kubeconfigPath}\n`);
  if (flags.printKubeconfig) process.stdout.write(server.kubeconfig);
  await stopOnSignal(server);
  return 0;
}

/** Resolves once the server has stopped after Ctrl-C or a termination signal; a second signal ends the process at once. */
function stopOnSignal(server: RunningServer): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopping = false;
    const stop = (): void => {
      if (stopping) process.exit(130);
      stopping = true;
      server.stop().then(resolve, reject);
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
