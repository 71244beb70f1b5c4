import { statSync } from "node:fs";
import { join } from "node:path";
import { DataFolderError } from "./dataFolderError.ts";
import type { EtcdTls } from "./etcd/connection/endpoint.ts";
import { KEY_ROOT } from "./keyLayout.ts";
import { readOnlyStorage } from "./readOnlyStorage.ts";
import { openSqliteStorage } from "./sqlite/sqliteStorage.ts";
import type { Storage } from "./storage.ts";

/** Options for opening a store. */
export interface OpenStorageOptions {
  /** Opens the store without changing it. The store must exist, as always when `create` is not set. */
  readonly readOnly?: boolean;
  /** Creates the store if there is none. */
  readonly create?: boolean;
  /** PEM texts for members of etcd that speak TLS. */
  readonly tls?: EtcdTls;
}

/** Whether a place is an address of etcd, not a path. */
export const isAddress = (place: string): boolean => /^[a-z]+:\/\//.test(place);

/**
 * Opens the store at a place: a file of the embedded engine, a data folder that contains one, or an etcd cluster.
 *
 * @param place a path, or addresses of members separated by commas, the last of which may end with the prefix of the
 *   keys when
 *   that is not `/registry`
 * @throws DataFolderError for a place without a store; LockedError when it is in use; StorageError when no member
 *   answers
 * @example const storage = await openStorage("data/store.db", { readOnly: true });
 * @example const storage = await openStorage("http://10.0.0.1:2379,http://10.0.0.2:2379/school");
 */
export async function openStorage(place: string, options: OpenStorageOptions = {}): Promise<Storage> {
  const { readOnly = false, create = false, tls = {} } = options;
  if (/^https?:\/\//.test(place)) return openEtcd(place, readOnly, tls);
  if (isAddress(place)) {
    throw new DataFolderError(`${place}: there is no engine for stores at such addresses`);
  }
  const file = storeFile(place);
  if (!create && statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new DataFolderError(`${file}: there is no store`);
  }
  return openSqliteStorage(readOnly ? { file, readOnly } : { file });
}

/** The store's file for a path: in a data folder, the store has the name that servers give it. */
function storeFile(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, "store.db") : path;
}

/** The code for etcd's protocol is loaded only when it is needed. */
async function openEtcd(place: string, readOnly: boolean, tls: EtcdTls): Promise<Storage> {
  const addresses = place.split(",");
  const last = new URL(addresses.at(-1) ?? "");
  const prefix = last.pathname === "/" ? KEY_ROOT : `${last.pathname.replace(/\/+$/, "")}/`;
  const { openEtcdStorage } = await import("./etcd/etcdStorage.ts");
  const storage = await openEtcdStorage({
    endpoints: [...addresses.slice(0, -1), last.origin],
    root: KEY_ROOT,
    prefix,
    tls,
    now: Date.now,
  });
  return readOnly ? readOnlyStorage(storage) : storage;
}
