import { statSync } from "node:fs";
import { join } from "node:path";
import { DataFolderError } from "./dataFolderError.ts";
import type { EtcdTls } from "./etcd/connection/endpoint.ts";
import { KEY_ROOT } from "./keyLayout.ts";
import { readOnlyStorage } from "./readOnlyStorage.ts";
import { openSqliteStorage } from "./sqlite/sqliteStorage.ts";
import type { Storage } from "./storage.ts";

/** How a store is opened. */
export interface OpenStorageOptions {
  /** Nothing is changed in it. It must be there, as it must whenever it is not created. */
  readonly readOnly?: boolean;
  /** Makes the store when there is none. */
  readonly create?: boolean;
  /** PEM texts for members of etcd that speak TLS. */
  readonly tls?: EtcdTls;
}

/** Whether a place is an address, of etcd, and no path. */
export const isAddress = (place: string): boolean => /^[a-z]+:\/\//.test(place);

/**
 * Opens the store at a place: a file of the embedded engine, or a data folder that has one; or an etcd cluster.
 *
 * @param place a path, or addresses of members separated by commas, the last of which may end with the prefix of the keys when
 *   that is not `/registry`
 * @throws DataFolderError for a place where no store is; LockedError when it is in use; StorageError when no member answers
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

/** The file that a path stands for: a folder has its store under the name that servers give it. */
function storeFile(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? join(path, "store.db") : path;
}

/** What makes the protocol of etcd is loaded only by those who need it. */
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
