import { TimeLimit } from "../grpc/timeLimit.ts";
import type { KeyValue, StorageEvent, StorageWatch } from "../storage.ts";
import { WatchQueue } from "../watchQueue.ts";
import type { Cluster } from "./connection/cluster.ts";
import type { WatchStream } from "./connection/endpoint.ts";
import { isRefusal } from "./connection/etcdFault.ts";
import { ALL_KEYS, type KeyNames } from "./keyNames.ts";
import { DELETE_EVENT, type WatchedEvent, type WatchResponse } from "./protocol/messages.ts";
import { keyValue } from "./storedValue.ts";
import { WholeRevisions } from "./wholeRevisions.ts";

/**
 * Milliseconds to connect, and the pause before the next attempt after the stream breaks: the pause doubles from the
 * first to the longest.
 */
const CONNECTION = 5000;
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 2000;
/** Milliseconds without progress after which a stream that should report something is abandoned. */
const STALL_TIMEOUT = 500;

export interface EtcdWatchOptions {
  readonly prefix: string;
  readonly after: number;
  readonly names: KeyNames;
  readonly cluster: Cluster;
  /** The latest revision at the time of the call. */
  readonly currentRevision: () => Promise<number>;
  /** Adds the attachment of a key value that this process wrote. */
  readonly decorate: (kv: KeyValue) => KeyValue;
  /** Called with each revision that the watch receives. */
  readonly onRevision: (revision: number) => void;
  /** Called with the oldest readable revision. */
  readonly onCompacted: (revision: number) => void;
  readonly onEnd: () => void;
}

/**
 * A watch that outlives its streams: when one breaks, the next one continues after the last delivered revision, at
 * another member.
 *
 * It follows all keys of the cluster and picks its own. Each revision changes some key, so the events alone show up to
 * which revision everything was received. etcd's own progress notifications are not usable: before 3.4.25 and 3.5.8
 * they may overtake events.
 */
export class EtcdWatch {
  readonly #options: EtcdWatchOptions;
  readonly #queue: WatchQueue;
  /** Everything up to this revision was delivered, or is not wanted. */
  #position: number;
  /** The revision that must be reached before a requested progress message is sent; 0 when none is due. */
  #requestedProgress = 0;
  #stream: WatchStream | undefined;
  #pause = FIRST_PAUSE;
  #endPause: (() => void) | undefined;
  #stallTimer: NodeJS.Timeout | undefined;

  constructor(options: EtcdWatchOptions) {
    this.#options = options;
    this.#position = options.after;
    this.#queue = new WatchQueue({
      onProgressRequest: () => this.#requestProgress(),
      onEnd: () => {
        this.#stream?.cancel();
        this.#endPause?.();
        clearTimeout(this.#stallTimer);
        options.onEnd();
      },
    });
    void this.#run();
  }

  /** The watch for its reader. */
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

  /** Reads one stream until it ends. @throws Error when it breaks */
  async #follow(): Promise<void> {
    const { cluster } = this.#options;
    const endpoint = await cluster.connected(new TimeLimit(CONNECTION));
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
        // Starts with the last delivered revision, not after it: etcd then reports whether later events are compacted.
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
    this.#deliver(revisions.take(response));
    this.#sendRequestedProgress();
  }

  #deliver(events: readonly WatchedEvent[]): void {
    const last = events.at(-1)?.kv?.modRevision ?? 0;
    if (last <= this.#position) return;
    this.#pause = FIRST_PAUSE;
    const delivered: StorageEvent[] = [];
    for (const event of events) {
      const own = this.#ownEvent(event);
      if (own !== undefined) delivered.push(own);
    }
    this.#position = last;
    this.#options.onRevision(last);
    if (delivered.length > 0) this.#queue.push({ type: "events", events: delivered });
  }

  /** Undefined when the event was already delivered, or its key is not under the prefix. */
  #ownEvent({ type, kv }: WatchedEvent): StorageEvent | undefined {
    if (kv === undefined || kv.modRevision <= this.#position) return undefined;
    const { names, prefix, decorate } = this.#options;
    const key = names.own(kv.key);
    if (key?.startsWith(prefix) !== true) return undefined;
    const revision = kv.modRevision;
    if (type === DELETE_EVENT) return { type: "delete", key, revision };
    return { type: "put", key, revision, kv: decorate(keyValue(key, kv)) };
  }

  /** Sends progress once the watch has reached the revision that is the latest at the time of this call. */
  #requestProgress(): void {
    this.#options.currentRevision().then(
      (revision) => {
        this.#requestedProgress = Math.max(this.#requestedProgress, revision);
        this.#sendRequestedProgress();
        this.#watchForStall();
      },
      // The caller has its own timeout and asks again.
      () => {},
    );
  }

  /**
   * Switches to another member when this member's stream makes no progress towards a revision that is known to be
   * stored: it may hang, or lag.
   */
  #watchForStall(): void {
    if (this.#stallTimer !== undefined || this.#requestedProgress === 0 || this.#queue.ended) return;
    const before = this.#position;
    this.#stallTimer = setTimeout(() => {
      this.#stallTimer = undefined;
      if (this.#requestedProgress > 0 && this.#position === before) this.#stream?.cancel();
      this.#watchForStall();
    }, STALL_TIMEOUT);
    this.#stallTimer.unref();
  }

  #sendRequestedProgress(): void {
    if (this.#requestedProgress === 0 || this.#requestedProgress > this.#position) return;
    this.#queue.push({ type: "progress", revision: this.#requestedProgress });
    this.#requestedProgress = 0;
  }
}
