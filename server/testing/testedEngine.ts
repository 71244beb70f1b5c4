import { createHash } from "node:crypto";
import type { Storage } from "../store/storage/storage.ts";
import { contraryStore } from "../store/storage/testing/contraryStore.ts";
import type { ServerOptions } from "../whole/options/options.ts";

/*
 * The engine of the store on which whole-server tests run, from the environment variable `ORRERY_TEST_ENGINE`:
 * `sqlite`, the embedded engine, which is the default; `contrary`, the same engine behaving as badly as its contract
 * permits; `etcd`, at one of the addresses in `ORRERY_TEST_ETCD`, where each test thread has its own. Tests must pass
 * on each of them.
 */
const engine = process.env["ORRERY_TEST_ENGINE"] ?? "sqlite";
if (!["sqlite", "contrary", "etcd"].includes(engine)) {
  throw new Error(`ORRERY_TEST_ENGINE: there is no engine ${engine}`);
}

/** Servers write to a shared store that they are alive, so its revision increases without any request. */
export const isSharedStore = engine === "etcd";

/** Whether a server keeps its objects in its data folder. */
export const storesInFolder = engine !== "etcd";

/** Wraps the server's store according to the tested engine. */
export const testedEngine = (storage: Storage): Storage =>
  engine === "contrary" ? contraryStore(storage, { seed: Number(process.env["ORRERY_TEST_SEED"] ?? 1) }) : storage;

/** Options of a server on the tested engine. In etcd, each data folder has its own prefix. */
export function engineOptions(dataDir: string): Partial<ServerOptions> {
  if (engine !== "etcd") return {};
  const addresses = (process.env["ORRERY_TEST_ETCD"] ?? "").split(",");
  const address = addresses[Number(process.env["VITEST_POOL_ID"] ?? 1) - 1];
  if (!address) throw new Error("ORRERY_TEST_ETCD names too few etcd servers");
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return { etcdServers: [address], etcdPrefix: `/${name}` };
}
