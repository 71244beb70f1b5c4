import type { KeyValue, StorageEvent, StorageWatch } from "../storage.ts";
import { WatchQueue } from "../watchQueue.ts";
import type { Cluster } from "./connection/cluster.ts";
import type { WatchStream } from "./connection/endpoint.ts";
import { isRefusal } from "./connection/etcdFault.ts";
import { ALL_KEYS, type KeyNames } from "./keyNames.ts";
import { DELETE_EVENT, type WatchedEvent, type WatchResponse } from "./protocol/messages.ts";
import { keyValue } from "./storedValue.ts";
import { WholeRevisions } from "./wholeRevisions.ts";

/** Time to a connection, and until the next attempt when the stream breaks, in milliseconds: longer each time. */
const CONNECTION = 5000;
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 2000;
/** A stream that tells nothing for so long, while there is something to tell, is given up, in milliseconds. */
const SILENCE = 500;

export interface EtcdWatchOptions {
  readonly prefix: string;
  readonly after: number;
  readonly names: KeyNames;
  readonly cluster: Cluster;
  /** The latest revision, as of the question. */
  readonly currentRevision: () => Promise<number>;
  /** Adds what this process knows of a key value. */
  readonly decorate: (kv: KeyValue) => KeyValue;
  /** Told each revision that was heard of. */
  readonly onRevision: (revision: number) => void;
  /** Told the oldest revision that can be read. */
  readonly onCompacted: (revision: number) => void;
  readonly onEnd: () => void;
}

/**
 * A watch that outlives its streams: when one breaks, the next one goes on after what was told, at another member.
 *
 * It follows all keys of the cluster and picks its own. Each revision changes some key, so that it knows from the events alone
 * up to where it has heard everything. etcd's own notes of progress are no help: before 3.4.25 and 3.5.8 they may overtake
 * events.
 */
export class EtcdWatch {
  readonly #options: EtcdWatchOptions;
  readonly #queue: WatchQueue;
  /** Everything up to here was told, or is not to be told. */
  #position: number;
  /** What progress is owed: the revision that has to be reached. */
  #wanted = 0;
  #stream: WatchStream | undefined;
  #pause = FIRST_PAUSE;
  #endPause: (() => void) | undefined;
  #suspicion: NodeJS.Timeout | undefined;

  constructor(options: EtcdWatchOptions) {
    this.#options = options;
    this.#position = options.after;
    this.#queue = new WatchQueue({
      onProgressRequest: () => this.#promiseProgress(),
      onEnd: () => {
        this.#stream?.cancel();
        this.#endPause?.();
        clearTimeout(this.#suspicion);
        options.onEnd();
      },
    });
    void this.#run();
  }

  /** What its reader takes. */
  get watch(): StorageWatch {
    return this.#queue;
  }

  async #run(): Promise<void> {
    while (!this.#queue.ended) {
      try {
        await this.#follow();
      } catch (error) {
        if (isRefusal(error)) this.#queue.end({ reason: "failed", error });
      }
      if (this.#queue.ended) return;
      await new Promise<void>((resolve) => {
        this.#endPause = resolve;
        setTimeout(resolve, this.#pause).unref();
      });
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    }
  }

  /** One stream, from its beginning until it is over. @throws Error when it breaks */
  async #follow(): Promise<void> {
    const { cluster } = this.#options;
    const endpoint = await cluster.connected(Date.now() + CONNECTION);
    if (this.#queue.ended) return;
    const stream = endpoint.watch();
    this.#stream = stream;
    const revisions = new WholeRevisions();
    try {
      await new Promise<void>((resolve, reject) => {
        stream.on("data", (response: WatchResponse) => {
          try {
            this.#take(response, revisions);
          } catch (error) {
            reject(error);
          }
        });
        stream.on("error", reject);
        stream.on("end", resolve);
        // From the last revision told, not after it: etcd then says whether what follows is still whole.
        const startRevision = Math.max(this.#position, 1);
        stream.write({ create: { ...ALL_KEYS, startRevision, fragment: true } });
      });
    } finally {
      stream.cancel();
      if (!this.#queue.ended) cluster.passOver(endpoint);
    }
  }

  /** @throws Error when the member ends the watch */
  #take(response: WatchResponse, revisions: WholeRevisions): void {
    if (this.#queue.ended) return;
    if (response.compactRevision > 0) {
      this.#options.onCompacted(response.compactRevision);
      this.#queue.end({ reason: "compacted", compacted: response.compactRevision });
      return;
    }
    if (response.canceled) throw new Error(`etcd ended the watch: ${response.cancelReason}`);
    this.#tell(revisions.take(response));
    this.#keepPromise();
  }

  #tell(events: readonly WatchedEvent[]): void {
    const last = events.at(-1)?.kv?.modRevision ?? 0;
    if (last <= this.#position) return;
    this.#pause = FIRST_PAUSE;
    const told: StorageEvent[] = [];
    for (const event of events) {
      const own = this.#ownEvent(event);
      if (own !== undefined) told.push(own);
    }
    this.#position = last;
    this.#options.onRevision(last);
    if (told.length > 0) this.#queue.push({ type: "events", events: told });
  }

  /** Undefined when it was told before, or is of no key under the prefix. */
  #ownEvent({ type, kv }: WatchedEvent): StorageEvent | undefined {
    if (kv === undefined || kv.modRevision <= this.#position) return undefined;
    const { names, prefix, decorate } = this.#options;
    const key = names.own(kv.key);
    if (key?.startsWith(prefix) !== true) return undefined;
    const revision = kv.modRevision;
    if (type === DELETE_EVENT) return { type: "delete", key, revision };
    return { type: "put", key, revision, kv: decorate(keyValue(key, kv)) };
  }

  /** Progress is told once the latest revision is reached, as it is when it is asked for. */
  #promiseProgress(): void {
    this.#options.currentRevision().then(
      (revision) => {
        this.#wanted = Math.max(this.#wanted, revision);
        this.#keepPromise();
        this.#suspect();
      },
      // Who waits for it has patience of its own, and asks again.
      () => {},
    );
  }

  /** Goes on at another member when this one's stream stays behind what is known to be stored: it may hang, or lag. */
  #suspect(): void {
    if (this.#suspicion !== undefined || this.#wanted === 0 || this.#queue.ended) return;
    const before = this.#position;
    this.#suspicion = setTimeout(() => {
      this.#suspicion = undefined;
      if (this.#wanted > 0 && this.#position === before) this.#stream?.cancel();
      this.#suspect();
    }, SILENCE);
    this.#suspicion.unref();
  }

  #keepPromise(): void {
    if (this.#wanted === 0 || this.#wanted > this.#position) return;
    this.#queue.push({ type: "progress", revision: this.#wanted });
    this.#wanted = 0;
  }
}
