import type { Cluster } from "./connection/cluster.ts";
import { means } from "./connection/etcdFault.ts";
import { COMPARE, type StoredKeyValue } from "./protocol/messages.ts";
import { COMPACT, TXN } from "./protocol/methods.ts";

/**
 * The key with which servers on one etcd agree on who compacts, outside of every prefix. Servers of the reference use
 * the same key.
 */
const COMPACT_KEY = Buffer.from("compact_rev_key");

/** Compaction coordinated between servers: the server that succeeds in changing the shared key compacts. */
export class Compactor {
  readonly #cluster: Cluster;
  /** The revision of the key's last change, when this server last read it. */
  #seen = 0;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /**
   * Compacts, unless another server has done so since this one last tried.
   * @returns the revision to which some server has compacted
   * @throws StorageError
   */
  async compact(revision: number): Promise<number> {
    const { succeeded, header, responses } = await this.#cluster.write(TXN, {
      compare: [{ result: COMPARE.equal, target: COMPARE.modRevision, key: COMPACT_KEY, modRevision: this.#seen }],
      success: [{ put: { key: COMPACT_KEY, value: Buffer.from(String(revision)) } }],
      failure: [{ range: { key: COMPACT_KEY } }],
    });
    if (!succeeded) return this.#follow(responses[0]?.range?.items[0]);
    this.#seen = header?.revision ?? 0;
    try {
      await this.#cluster.write(COMPACT, { revision });
    } catch (error) {
      // A process that does not use the key, such as etcd itself, has already compacted further.
      if (!means(error, "compacted")) throw error;
    }
    return revision;
  }

  #follow(stored: StoredKeyValue | undefined): number {
    this.#seen = stored?.modRevision ?? 0;
    const revision = Number(Buffer.from(stored?.value ?? []).toString());
    return Number.isSafeInteger(revision) ? revision : 0;
  }
}
