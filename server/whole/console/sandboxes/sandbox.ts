import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ClusterState, Preference } from "../../../../shared/console/clusterSummary.ts";
import type { RecentEvents } from "../../../access/audit/sinks/recentEvents.ts";
import { API_VERSION } from "../../../serving/endpoints/nonResource/version.ts";
import { openSqliteStorage } from "../../../store/storage/sqlite/sqliteStorage.ts";
import { explainError } from "../../options/explainError.ts";
import type { ServerOptions } from "../../options/options.ts";
import { type RunningServer, startServer } from "../../server.ts";
import { type Cluster, ClusterError } from "../cluster.ts";
import { sandboxMemory } from "./sandboxMemory.ts";
import { sandboxOptions } from "./sandboxOptions.ts";

export interface SandboxOptions {
  readonly id: string;
  /** Its folder and start options; read again at each start. */
  readonly options: ServerOptions;
  /** The flags that the user can change; undefined when they cannot be changed. */
  readonly flags?: () => readonly string[];
  readonly chosen: () => Preference;
  /** Used for settings that the user has not chosen. */
  readonly defaults: { readonly name: string; readonly colour: string };
  readonly removable: boolean;
  /** A server that is already running. */
  readonly running?: RunningServer;
  /** Called with the port that the server got, so that its kubeconfig stays valid after the next start. */
  readonly onPort?: (port: number) => Promise<void>;
  readonly onChange: () => void;
  /** Starts a server; default the real one. */
  readonly start?: (options: ServerOptions) => Promise<RunningServer>;
}

/** Maximum milliseconds for running requests when a sandbox stops. The user is waiting for it. */
const STOP_TIMEOUT = 2000;

/**
 * A server in this process as a cluster: started and stopped on demand. Its operations are executed one after the
 * other.
 */
export interface Sandbox extends Cluster {
  readonly dataDir: string;
  /** The values of its flags; the port is the last one used. */
  readonly options: ServerOptions;
  /** @throws as startServer does; the state also reports the failure */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Deletes all objects, but keeps the keys; restarts the sandbox if it was running. */
  reset(): Promise<void>;
  /** Writes a consistent copy of its store, whether it is running or not. */
  snapshot(file: string): Promise<void>;
  /** Applies the chosen memory limits, also while it runs. */
  applyMemory(): Promise<void>;
  /** The latest events of its audit log while it runs; a different object after each start. */
  auditEvents(): RecentEvents | undefined;
  /** The file of its audit log while it runs. */
  auditLog(): string | undefined;
}

/** Accessed like any other cluster: over HTTPS, with the administrator's certificate. */
export function createSandbox(given: SandboxOptions): Sandbox {
  const { id, chosen, defaults, onChange } = given;
  const begin = given.start ?? startServer;
  const storeFile = join(given.options.dataDir, "store.db");
  let server = given.running;
  let port = server === undefined ? given.options.securePort : Number(new URL(server.url).port);
  let state: ClusterState = server === undefined ? "stopped" : "running";
  let reason: string | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  const become = (next: ClusterState, message?: string): void => {
    state = next;
    reason = message;
    onChange();
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  };
  const start = async (): Promise<void> => {
    if (server !== undefined) return;
    become("starting");
    try {
      server = await beginOn(begin, await sandboxOptions({ ...given.options, securePort: port }, chosen()));
    } catch (error) {
      become("failed", explainStart(error));
      throw error;
    }
    port = Number(new URL(server.url).port);
    become("running");
    await given.onPort?.(port);
  };
  const stop = async (): Promise<void> => {
    if (server === undefined) {
      if (state === "failed") become("stopped");
      return;
    }
    become("stopping");
    try {
      await server.stop(STOP_TIMEOUT);
    } finally {
      server = undefined;
      become("stopped");
    }
  };

  return {
    id,
    kind: "sandbox",
    get name() {
      return chosen().name ?? defaults.name;
    },
    get colour() {
      return chosen().colour ?? defaults.colour;
    },
    vocabulary: given.options.vocabulary,
    get apiServer() {
      return server?.url ?? "";
    },
    kubeconfig: join(given.options.dataDir, "kubeconfig"),
    dataDir: given.options.dataDir,
    get options() {
      return { ...given.options, securePort: port };
    },
    state: () => state,
    notes: () => ({
      ...(reason === undefined ? {} : { reason }),
      version: API_VERSION.gitVersion,
      readOnly: chosen().readOnly ?? false,
      chosen: chosen(),
      ...(given.flags === undefined ? {} : { flags: given.flags() }),
      removable: given.removable,
    }),
    target() {
      if (server === undefined) throw new ClusterError("the sandbox does not run; start it", "unreachable");
      return { url: server.url, ...server.admin };
    },
    applyMemory: () => inTurn(async () => server?.configureJournal(sandboxMemory(chosen(), given.options))),
    auditEvents: () => server?.auditEvents,
    auditLog: () => server?.auditLog,
    start: () => inTurn(start),
    stop: () => inTurn(stop),
    reset: () =>
      inTurn(async () => {
        const ran = server !== undefined;
        await stop();
        for (const file of [storeFile, `${storeFile}-wal`, `${storeFile}-shm`]) await rm(file, { force: true });
        await rm(join(given.options.dataDir, "journal"), { recursive: true, force: true });
        if (ran) await start();
      }),
    snapshot: (file) =>
      inTurn(async () => {
        if (server !== undefined) return server.snapshot(file);
        const storage = await openSqliteStorage({ file: storeFile });
        await storage.snapshots.save(file).finally(() => storage.close());
      }),
  };
}

/** Starts on the last port, or on any free one if another process uses that now. */
async function beginOn(
  begin: (options: ServerOptions) => Promise<RunningServer>,
  options: ServerOptions,
): Promise<RunningServer> {
  try {
    return await begin(options);
  } catch (error) {
    if (options.securePort === 0 || (error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return begin({ ...options, securePort: 0 });
  }
}

function explainStart(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "LockedError") return "Another Orrery runs on its folder.";
  return explainError(error) ?? `It could not start: ${error.message}`;
}
