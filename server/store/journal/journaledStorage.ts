/** A store whose readable past reaches back as far as a journal. */
import type { Timers } from "../../ground/timing/timers.ts";
import { compareKeys } from "../storage/keyOrder.ts";
import { readOnlyStorage } from "../storage/readOnlyStorage.ts";
import {
  CompactedError,
  type KeyRange,
  type KeyValue,
  type RangeOptions,
  type RangeResult,
  type Storage,
} from "../storage/storage.ts";
import type { Journal } from "./journal.ts";
import type { RecordView } from "./records.ts";
import type { Segment } from "./segment.ts";

/** The state that was last assembled for a list, kept because the list's next page needs the same state. */
interface LastState {
  readonly segment: Segment;
  readonly prefix: string;
  readonly revision: number;
  readonly keys: readonly string[];
  readonly views: ReadonlyMap<string, RecordView>;
}

/** Milliseconds that an assembled state is kept. */
const KEPT = 15_000;

export interface JournaledOptions {
  readonly journal: Pick<Journal, "segmentAt">;
  /** Turns recorded values into the form in which the store returns them. */
  readonly restored: (values: readonly KeyValue[]) => Promise<readonly KeyValue[]>;
  readonly timers: Timers;
}

/** A view of a store that reads from the journal what the store has compacted. It changes nothing in the journal. */
export function journaledStorage(storage: Storage, { journal, restored, timers }: JournaledOptions): Storage {
  let last: LastState | undefined;
  let cancel: (() => void) | undefined;

  const stateAt = async (prefix: string, revision: number): Promise<LastState> => {
    const segment = await journal.segmentAt(revision);
    if (last?.segment === segment && last.prefix === prefix && last.revision === revision) return last;
    const views = await reading(segment, revision, () => segment.stateAt(prefix, revision));
    last = { segment, prefix, revision, views, keys: [...views.keys()].sort(compareKeys) };
    cancel?.();
    cancel = timers.after(KEPT, () => {
      last = undefined;
    });
    return last;
  };
  return {
    ...readOnlyStorage(storage),
    assertReadable: (revision) =>
      orJournal(
        async () => storage.assertReadable(revision),
        async () => void (await journal.segmentAt(revision)),
      ),
    get: (key, revision) =>
      orJournal(
        () => storage.get(key, revision),
        async (): Promise<KeyValue | undefined> => {
          const segment = await journal.segmentAt(revision ?? 0);
          const kv = await reading(segment, revision ?? 0, () => segment.get(key, revision ?? 0));
          return kv === undefined ? undefined : (await restored([kv]))[0];
        },
      ),
    range: (options) =>
      orJournal(
        () => storage.range(options),
        async (): Promise<RangeResult> => {
          const { prefix, revision = 0, limit = Number.POSITIVE_INFINITY }: RangeOptions = options;
          const { keys, views } = await stateAt(prefix, revision);
          const from = keysBehind(keys, options.after);
          const to = Math.min(keys.length, from + limit);
          const found = keys.slice(from, to).flatMap((key) => views.get(key)?.read().kv ?? []);
          return { items: await restored(found), revision, more: to < keys.length };
        },
      ),
    count: (range: KeyRange) =>
      orJournal(
        () => storage.count(range),
        async () => {
          const { keys } = await stateAt(range.prefix, range.revision ?? 0);
          return keys.length - keysBehind(keys, range.after);
        },
      ),
  };
}

/** @throws CompactedError of the journal, when the journal has dropped the revision, too */
async function orJournal<T>(ask: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CompactedError)) throw error;
    return otherwise();
  }
}

/** Reads from a segment, which may be dropped meanwhile. */
async function reading<T>(segment: Segment, revision: number, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw segment.isRemoved ? new CompactedError(revision, segment.end) : error;
  }
}

/** Number of sorted keys that are not after `start`: the index at which a page begins. */
function keysBehind(keys: readonly string[], start: string | undefined): number {
  if (start === undefined) return 0;
  let [from, to] = [0, keys.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareKeys(keys[middle] ?? "", start) > 0) to = middle;
    else from = middle + 1;
  }
  return from;
}
