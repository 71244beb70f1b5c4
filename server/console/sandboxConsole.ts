import type { ServerOptions } from "../options/options.ts";
import { type RunningServer, startServer } from "../server.ts";
import { createClusterRegistry } from "./clusterRegistry.ts";
import { type ConsoleHost, startConsoleHost } from "./consoleHost.ts";
import { embeddedCluster } from "./embeddedCluster.ts";

/** A sandbox and the console on it. */
export interface SandboxConsole {
  readonly server: RunningServer;
  readonly host: ConsoleHost;
  /** Ends the console first, then the server, whose store is closed cleanly. */
  close(): Promise<void>;
}

/**
 * Starts an embedded server and the console host in front of it: what the desktop shell and the browser start share.
 * @throws as startServer and startConsoleHost do; a server that runs already is stopped again
 */
export async function startSandboxConsole(
  options: ServerOptions,
  page: { rendererDir: string; port?: number },
): Promise<SandboxConsole> {
  const server = await startServer(options);
  try {
    const host = await startConsoleHost({ clusters: createClusterRegistry([embeddedCluster(server)]), ...page });
    return {
      server,
      host,
      async close() {
        await host.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
