import { internalError } from "../../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import type {
  CommitResult,
  KeyRange,
  KeyValue,
  Operation,
  RangeOptions,
  RangeResult,
  Snapshots,
  Storage,
  StorageEvent,
  StorageWatch,
  Value,
  WatchMessage,
} from "../storage.ts";
import { CommitOrder } from "./commitOrder.ts";
import type { TransformerSet } from "./encryptionRules.ts";
import { TransformError } from "./transformError.ts";
import type { Restored } from "./transformer.ts";

/**
 * A store whose values are transformed on their way to and from another store. The other store, its files and its
 * snapshots hold the stored form only. The attachments of writes never leave this process and are passed on unchanged,
 * so that readers need not decrypt what was just written.
 */
export class EncryptedStorage implements Storage {
  readonly #inner: Storage;
  readonly #order = new CommitOrder();
  #transformers: TransformerSet;
  /**
   * Writes up to this revision are read from their stored form, not from attachments, because the new keys may not be
   * able to read them.
   */
  #rekeyed = 0;

  constructor(inner: Storage, transformers: TransformerSet) {
    this.#inner = inner;
    this.#transformers = transformers;
  }

  /** Decrypts stored values of this store that were kept elsewhere, with the current keys. */
  restored(values: readonly KeyValue[]): Promise<KeyValue[]> {
    return this.#decrypted(values);
  }

  /**
   * From here on values are written and read with these transformers, including values whose attachments are still in
   * memory.
   */
  async use(transformers: TransformerSet): Promise<void> {
    const revision = await this.#inner.currentRevision();
    this.#transformers = transformers;
    this.#rekeyed = revision;
  }

  get snapshots(): Snapshots | undefined {
    return this.#inner.snapshots;
  }

  currentRevision(): number | Promise<number> {
    return this.#inner.currentRevision();
  }

  assertReadable(revision: number): void | Promise<void> {
    return this.#inner.assertReadable(revision);
  }

  count(range: KeyRange): Promise<number> {
    return this.#inner.count(range);
  }

  async get(key: string, revision?: number): Promise<KeyValue | undefined> {
    const kv = await this.#inner.get(key, revision);
    return kv === undefined ? undefined : this.#decryptedOne(kv);
  }

  async range(options: RangeOptions): Promise<RangeResult> {
    const result = await this.#inner.range(options);
    return { ...result, items: await this.#decrypted(result.items) };
  }

  async commit(operations: readonly Operation[]): Promise<CommitResult> {
    const keys = operations.map(({ key }) => key);
    const stored = storedForms(this.#transformers, operations);
    const result = await this.#order.submit(keys, stored, (batch) => this.#inner.commit(batch));
    if (result.ok || result.current === undefined) return result;
    return { ...result, current: await this.#decryptedOne(result.current) };
  }

  watch(options: { readonly prefix: string; readonly after: number }): StorageWatch {
    const inner = this.#inner.watch(options);
    const readable = (events: readonly StorageEvent[]) => this.#readable(events);
    return {
      requestProgress: () => inner.requestProgress(),
      close: () => inner.close(),
      async *[Symbol.asyncIterator](): AsyncGenerator<WatchMessage, void, undefined> {
        for await (const message of inner) {
          yield message.type === "events" ? { ...message, events: await readable(message.events) } : message;
        }
      },
    };
  }

  /**
   * See {@link Storage.isStale}: true when the value was written with another key or provider than the one that writes
   * now.
   */
  async isStale(key: string): Promise<boolean> {
    if (!this.#transformers.transforms(key)) return false;
    const kv = await this.#inner.get(key);
    if (kv === undefined) return false;
    const unlock = await this.#transformers.unlock([kv]);
    try {
      const restored = restore(this.#transformers, kv);
      return restored instanceof TransformError ? false : restored.stale;
    } finally {
      unlock?.();
    }
  }

  compact(revision: number): Promise<number> {
    return this.#inner.compact(revision);
  }

  revisionAt(time: number): Promise<number> {
    return this.#inner.revisionAt(time);
  }

  healthy(timeout?: number): Promise<boolean> {
    return this.#inner.healthy(timeout);
  }

  writable(): Promise<boolean> {
    return this.#inner.writable();
  }

  size(): Promise<number> {
    return this.#inner.size();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  async #decryptedOne(kv: KeyValue): Promise<KeyValue> {
    const [restored = kv] = await this.#decrypted([kv]);
    return restored;
  }

  async #decrypted(stored: readonly KeyValue[]): Promise<KeyValue[]> {
    const restored = stored.map((kv) => this.#restored(kv));
    await this.#unlock(stored, restored);
    return restored;
  }

  async #readable(events: readonly StorageEvent[]): Promise<readonly StorageEvent[]> {
    const stored: KeyValue[] = [];
    const foreign: KeyValue[] = [];
    const restored = events.map((event): StorageEvent => {
      if (event.type !== "put") return event;
      const kv = this.#restored(event.kv);
      // Values that this process wrote have attachments and need not be decrypted.
      if (kv.attachment === undefined) {
        stored.push(event.kv);
        foreign.push(kv);
      }
      return { ...event, kv };
    });
    await this.#unlock(stored, foreign);
    return restored;
  }

  /** Fetches the keys of these values. If they are kept only temporarily, decrypts the values before their release. */
  async #unlock(stored: readonly KeyValue[], restored: readonly KeyValue[]): Promise<void> {
    const unlock = await this.#transformers.unlock(stored);
    if (unlock === undefined) return;
    try {
      await inTurns(readAll(restored));
    } finally {
      unlock();
    }
  }

  /** Plain values are passed on unchanged; the others are transformed on first access. */
  #restored(kv: KeyValue): KeyValue {
    const transformers = this.#transformers;
    if (!transformers.transforms(kv.key) && !transformers.isEncrypted(kv.value)) return kv;
    return new RestoredKeyValue(kv, transformers, kv.modRevision > this.#rekeyed);
  }
}

function* readAll(values: readonly KeyValue[]): Steps<void> {
  for (const kv of values) {
    if (isTurnDue()) yield;
    void kv.value;
  }
}

/** The batch in its stored form; a promise if a plug-in has to be called. */
function storedForms(
  transformers: TransformerSet,
  operations: readonly Operation[],
): readonly Operation[] | Promise<readonly Operation[]> {
  const stored = operations.map((operation) => {
    if (operation.type !== "put" || !transformers.transforms(operation.key)) return operation;
    const value = storedForm(transformers, operation.value, operation.key);
    return value instanceof Promise
      ? value.then((sealed) => ({ ...operation, value: sealed }))
      : { ...operation, value };
  });
  return stored.some((operation) => operation instanceof Promise) ? Promise.all(stored) : (stored as Operation[]);
}

/** @throws ApiError 500 for a value that cannot be encrypted now; its message states the reason, as in the reference */
function storedForm(transformers: TransformerSet, value: Value, key: string): Value | Promise<Value> {
  try {
    const stored = transformers.of(key).toStorage(value, key);
    return stored instanceof Promise ? stored.catch(refuse) : stored;
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  throw error instanceof TransformError ? internalError(error.message) : error;
}

function restore(transformers: TransformerSet, { key, value }: KeyValue): Restored | TransformError {
  const transformer = transformers.of(key);
  const attempt = (place: string): Restored | TransformError => {
    try {
      return transformer.fromStorage(value, place);
    } catch (error) {
      if (error instanceof TransformError) return error;
      throw error;
    }
  };
  const restored = attempt(key);
  const former = transformers.formerPlace(key);
  if (!(restored instanceof TransformError) || former === key) return restored;
  // Written before the key layout changed: the next write renews it.
  const before = attempt(former);
  return before instanceof TransformError ? restored : { ...before, stale: true };
}

/** A key value that is transformed at most once, and not at all when only its attachment is needed. */
class RestoredKeyValue implements KeyValue {
  readonly key: string;
  readonly createRevision: number;
  readonly modRevision: number;
  readonly attachment?: unknown;
  readonly length: number;
  readonly #transformers: TransformerSet;
  #stored: KeyValue | undefined;
  #restored: Restored | TransformError | undefined;

  constructor(stored: KeyValue, transformers: TransformerSet, attached: boolean) {
    this.key = stored.key;
    this.createRevision = stored.createRevision;
    this.modRevision = stored.modRevision;
    this.length = stored.value.length;
    if (attached && stored.attachment !== undefined) this.attachment = stored.attachment;
    this.#stored = stored;
    this.#transformers = transformers;
  }

  get value(): Value {
    const read = this.#read();
    return read instanceof TransformError ? "" : read.value;
  }

  get unreadable(): string | undefined {
    const read = this.#read();
    return read instanceof TransformError ? read.message : undefined;
  }

  #read(): Restored | TransformError {
    if (this.#stored !== undefined) {
      this.#restored = restore(this.#transformers, this.#stored);
      this.#stored = undefined;
    }
    return this.#restored ?? new TransformError("never stored");
  }
}
