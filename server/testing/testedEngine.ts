import { createHash } from "node:crypto";
import type { Storage } from "../store/storage/storage.ts";
import { contraryStore } from "../store/storage/testing/contraryStore.ts";
import type { ServerOptions } from "../whole/options/options.ts";

/*
 * The store that whole-server tests run on, as the environment says in `ORRERY_TEST_ENGINE`: `sqlite`, the embedded one, which
 * is the default; `contrary`, the same as bad as the contract lets it be; `etcd`, at one of the addresses in
 * `ORRERY_TEST_ETCD`: each thread of tests has one of its own. Tests must hold on each.
 */
const engine = process.env["ORRERY_TEST_ENGINE"] ?? "sqlite";
if (!["sqlite", "contrary", "etcd"].includes(engine)) {
  throw new Error(`ORRERY_TEST_ENGINE: there is no engine ${engine}`);
}

/** Servers tell each other in the store that they live, so that its revision goes on without any request. */
export const isSharedStore = engine === "etcd";

/** What stands between a server and its store. */
export const testedEngine = (storage: Storage): Storage =>
  engine === "contrary" ? contraryStore(storage, { seed: Number(process.env["ORRERY_TEST_SEED"] ?? 1) }) : storage;

/** Options of a server on the engine that is tested. In etcd, a data folder has a prefix of its own. */
export function engineOptions(dataDir: string): Partial<ServerOptions> {
  if (engine !== "etcd") return {};
  const addresses = (process.env["ORRERY_TEST_ETCD"] ?? "").split(",");
  const address = addresses[Number(process.env["VITEST_POOL_ID"] ?? 1) - 1];
  if (!address) throw new Error("ORRERY_TEST_ETCD names too few etcd servers");
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  return { etcdServers: [address], etcdPrefix: `/${name}` };
}
