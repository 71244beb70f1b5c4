import type { Cluster } from "./connection/cluster.ts";
import { means } from "./connection/etcdFault.ts";
import { COMPARE, type StoredKeyValue } from "./protocol/messages.ts";
import { COMPACT, TXN } from "./protocol/methods.ts";

/** Where servers on one etcd agree on who compacts, outside of every prefix. Servers of the reference use the same key. */
const COMPACT_KEY = Buffer.from("compact_rev_key");

/** Compactions coordinated between servers: the server that changes the key they all share compacts. */
export class Compactor {
  readonly #cluster: Cluster;
  /** The revision in which the key was changed when this server last looked. */
  #seen = 0;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /**
   * Compacts, unless another server has since this one last tried.
   * @returns the revision that was compacted to, by whomever
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
      // A process that does not use the key, such as etcd itself, has compacted further.
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
