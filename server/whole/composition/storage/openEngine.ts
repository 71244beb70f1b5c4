import { join } from "node:path";
import { programText } from "../../../ground/threads/program.ts";
import { openSqliteStorage } from "../../../store/storage/sqlite/sqliteStorage.ts";
import type { Storage } from "../../../store/storage/storage.ts";
import { readEtcdFiles } from "../../options/etcdFiles.ts";
import type { ServerOptions } from "../../options/options.ts";
import type { Foundation } from "../foundation.ts";

/**
 * Bytes on the disk reserved for deletions when it is full: more than the largest object takes, in the log and in the
 * store.
 */
const RESERVE = 8 * 1024 * 1024;

/**
 * Opens the store of objects: the etcd cluster that the flags name, or else a file in the data folder.
 *
 * @param onHistoryDropped called when everything before a revision was dropped, because there was no room for it
 * @throws OptionError, StorageError, DataFolderError
 */
export async function openEngine(
  foundation: Foundation,
  onHistoryDropped: (revision: number) => void,
): Promise<Storage> {
  const { options, now, log } = foundation;
  if (options.etcdServers.length > 0) return openEtcd(foundation);
  return openSqliteStorage({
    file: join(options.dataDir, "store.db"),
    program: programText("storeEngine"),
    now,
    ...(options.readOnly ? { readOnly: true } : { reserve: RESERVE }),
    onFault(fault) {
      if (fault === undefined) log.warn("the store takes writes again");
      else log.error({ err: fault }, "the store takes no writes");
    },
    onHistoryDropped,
  });
}

/** The code for etcd is loaded only by servers that need it. */
async function openEtcd({ options, now }: Foundation): Promise<Storage> {
  const { openEtcdStorage } = await import("../../../store/storage/etcd/etcdStorage.ts");
  return openEtcdStorage({
    endpoints: options.etcdServers,
    root: "/registry/",
    prefix: `${options.etcdPrefix}/`,
    tls: await readEtcdFiles(options),
    now,
    healthcheckTimeout: options.etcdHealthcheckTimeout,
    leaseReuseSeconds: options.leaseReuseDurationSeconds,
  });
}

/**
 * The interval of compactions and the retention of history, in milliseconds; undefined when another process compacts.
 */
export function compactionTimes(options: ServerOptions): { retention: number; interval?: number } | undefined {
  if (options.etcdServers.length === 0) return { retention: options.historyRetention };
  const interval = options.etcdCompactionInterval;
  return interval === 0 ? undefined : { retention: interval, interval };
}
