import type {
  CommitResult,
  KeyRange,
  Operation,
  RangeOptions,
  RangeResult,
  Storage,
  StorageEvent,
  StorageWatch,
  WatchMessage,
} from "../storage.ts";
import { StorageError } from "../storageError.ts";
import { WatchQueue } from "../watchQueue.ts";

export interface Contrariness {
  /** Runs with the same seed are the same, as far as the inner store is deterministic. */
  readonly seed?: number;
  /** Fraction of commits whose answers are lost after they were executed; none by default. */
  readonly lostAnswers?: number;
  /** Fraction of watch failures at which history is lost as well; none by default. */
  readonly forgets?: number;
}

/** Maximum delay of any operation, in ticks of the event loop. */
const LONGEST_DELAY = 4;
/** Maximum number of messages after which a watch breaks. */
const LONGEST_WATCH = 5;
/** Maximum number of keys in a page when the caller sets no limit. */
const LARGEST_PAGE = 40;

/**
 * The same store, behaving as badly as the contract allows: answers and events come late and in any order between each
 * other, pages are small, watches break and lose pending messages, and the revision is never known without asking.
 */
export function contraryStore(inner: Storage, { seed = 1, lostAnswers = 0, forgets = 0 }: Contrariness = {}): Storage {
  const random = randomNumbers(seed);
  const delay = async (): Promise<void> => {
    for (let turns = Math.floor(random() * LONGEST_DELAY); turns > 0; turns--) await turn();
  };
  const late =
    <P extends readonly unknown[], T>(work: (...parameters: P) => T | Promise<T>) =>
    async (...parameters: P): Promise<T> => {
      await delay();
      const result = await work(...parameters);
      await delay();
      return result;
    };
  return {
    currentRevision: late(() => inner.currentRevision()),
    assertReadable: late((revision: number) => inner.assertReadable(revision)),
    get: late((key: string, revision?: number) => inner.get(key, revision)),
    count: late((range: KeyRange) => inner.count(range)),
    range: late((options: RangeOptions): Promise<RangeResult> => {
      if (options.limit !== undefined) return inner.range(options);
      return inner.range({ ...options, limit: 1 + Math.floor(random() * LARGEST_PAGE) });
    }),
    // An invalid batch is rejected at once, as by any store.
    async commit(operations: readonly Operation[]): Promise<CommitResult> {
      const result = await inner.commit(operations);
      await delay();
      if (random() < lostAnswers) throw new StorageError("unavailable", "the answer got lost", undefined, "unknown");
      return result;
    },
    watch(options) {
      const queue: WatchQueue = new WatchQueue({
        onProgressRequest: () => watch.requestProgress(),
        onEnd: () => watch.close(),
      });
      const watch = inner.watch(options);
      // The store may be closed in the middle.
      void pump(watch, queue).catch((error: unknown) => queue.end({ reason: "failed", error }));
      return queue;
    },
    isStale: async (key) => (await inner.isStale?.(key)) === true,
    compact: late((revision: number) => inner.compact(revision)),
    revisionAt: late((time: number) => inner.revisionAt(time)),
    healthy: late(() => inner.healthy()),
    writable: late(() => inner.writable()),
    size: late(() => inner.size()),
    ...(inner.isShared === undefined ? {} : { isShared: inner.isShared }),
    ...(inner.snapshots === undefined ? {} : { snapshots: inner.snapshots }),
    close: () => inner.close(),
  };

  async function pump(watch: StorageWatch, queue: WatchQueue): Promise<void> {
    let left = 1 + Math.floor(random() * LONGEST_WATCH);
    for await (const message of watch) {
      if (message.type === "end") {
        queue.end(message.end);
        return;
      }
      await delay();
      for (const part of parts(message, random)) queue.push(part);
      left -= 1;
      if (left > 0) continue;
      if (random() < forgets) await inner.compact(await inner.currentRevision());
      queue.end(random() < 0.5 ? { reason: "overrun" } : { reason: "failed", error: new Error("contrary") });
    }
  }
}

/** The same message, sometimes split between revisions. */
function* parts(
  message: Exclude<WatchMessage, { type: "end" }>,
  random: () => number,
): Generator<Exclude<WatchMessage, { type: "end" }>> {
  if (message.type === "progress") {
    yield message;
    return;
  }
  let part: StorageEvent[] = [];
  for (const event of message.events) {
    if (part.length > 0 && part.at(-1)?.revision !== event.revision && random() < 0.3) {
      yield { type: "events", events: part };
      part = [];
    }
    part.push(event);
  }
  yield { type: "events", events: part };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Pseudo-random numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
