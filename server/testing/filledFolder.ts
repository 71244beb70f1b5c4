import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog, type Log } from "../ground/observability/log/log.ts";
import { DEFAULT_OPTIONS, type ServerOptions } from "../whole/options/options.ts";
import { startServer } from "../whole/server.ts";
import { storesInFolder } from "./testedEngine.ts";

/** Options of every test server, unless a test sets others. */
export const TEST_OPTIONS: Omit<ServerOptions, "dataDir"> = {
  ...DEFAULT_OPTIONS,
  controllers: [],
  securePort: 0,
  // The server must not write anything on its own during a test.
  featureGates: { APIServerIdentity: "false" },
};

/** Log of a server whose messages no test reads. */
export const NO_LOG: Log = createLog(0, { write: () => undefined });

/** Options that change nothing of what a server stores at its first start. */
const LEAVE_STORE_ALONE: ReadonlySet<string> = new Set([
  "vocabulary",
  "log",
  "controllers",
  "scheduler",
  "schedulerConfig",
  "simulatedNodes",
  "leaderElect",
  "authenticationConfig",
  "anonymousAuth",
  "clientCaFile",
  "authenticationTokenWebhookConfigFile",
  "certDir",
  "tlsCertFile",
  "tlsPrivateKeyFile",
  "tlsMinVersion",
  "disableHttp2Serving",
  "goawayChance",
  "auditPolicyFile",
  "auditLogPath",
  "auditLogMode",
  "auditWebhookConfigFile",
  "historyRetention",
  "eventTtl",
  "minRequestTimeout",
  "livezGracePeriod",
  "shutdownDelay",
  "shutdownWatchGracePeriod",
  "verbosity",
  "vmodule",
]);

/** Folders of servers that have started and stopped once, by vocabulary. */
const started = new Map<string, Promise<string>>();

/** A new, empty folder. The caller must remove it. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "orrery-test-"));

/**
 * Creates the data folder of a new server and fills it as far as the options allow: with everything that a server keeps
 * after its first start, or only with its keys. Creating the default objects and the keys takes longer than all else that a
 * server does at its start.
 */
export async function filledFolder(options: object, vocabulary: string): Promise<string> {
  let source = started.get(vocabulary);
  if (source === undefined) {
    source = startOnce(vocabulary);
    started.set(vocabulary, source);
  }
  const folder = await temporaryFolder();
  const isOrdinary = storesInFolder && Object.keys(options).every((name) => LEAVE_STORE_ALONE.has(name));
  if (isOrdinary) await cp(await source, folder, { recursive: true });
  else await cp(join(await source, "pki"), join(folder, "pki"), { recursive: true });
  return folder;
}

async function startOnce(vocabulary: string): Promise<string> {
  const dataDir = await temporaryFolder();
  const server = await startServer({ ...TEST_OPTIONS, vocabulary, dataDir }, undefined, NO_LOG);
  await server.stop(0);
  return dataDir;
}
