import { internalError } from "../../../../shared/status.ts";
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

  /** Stored values of this store that were kept elsewhere, decrypted with the present keys. */
  async restored(values: readonly KeyValue[]): Promise<KeyValue[]> {
    await this.#transformers.unlock(values);
    return values.map((kv) => this.#restored(kv));
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
    return kv === undefined ? undefined : this.#unlocked(kv);
  }

  async range(options: RangeOptions): Promise<RangeResult> {
    const result = await this.#inner.range(options);
    await this.#transformers.unlock(result.items);
    return { ...result, items: result.items.map((kv) => this.#restored(kv)) };
  }

  async commit(operations: readonly Operation[]): Promise<CommitResult> {
    const transformers = this.#transformers;
    const result = await this.#inner.commit(
      operations.map((operation) =>
        operation.type === "put" && transformers.transforms(operation.key)
          ? { ...operation, value: storedForm(transformers, operation.value, operation.key) }
          : operation,
      ),
    );
    if (result.ok || result.current === undefined) return result;
    return { ...result, current: await this.#unlocked(result.current) };
  }

  watch(options: { readonly prefix: string; readonly after: number }): StorageWatch {
    const inner = this.#inner.watch(options);
    const unlock = (events: readonly StorageEvent[]) => this.#transformers.unlock(writtenElsewhere(events));
    const restored = (event: StorageEvent): StorageEvent =>
      event.type === "put" ? { ...event, kv: this.#restored(event.kv) } : event;
    return {
      requestProgress: () => inner.requestProgress(),
      close: () => inner.close(),
      async *[Symbol.asyncIterator](): AsyncGenerator<WatchMessage, void, undefined> {
        for await (const message of inner) {
          const unlocking = message.type === "events" ? unlock(message.events) : undefined;
          if (unlocking !== undefined) await unlocking;
          yield message.type === "events" ? { ...message, events: message.events.map(restored) } : message;
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
    await this.#transformers.unlock([kv]);
    const restored = restore(this.#transformers, kv);
    return restored instanceof TransformError ? false : restored.stale;
  }

  compact(revision: number): Promise<number> {
    return this.#inner.compact(revision);
  }

  revisionAt(time: number): Promise<number> {
    return this.#inner.revisionAt(time);
  }

  healthy(patience?: number): Promise<boolean> {
    return this.#inner.healthy(patience);
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

  async #unlocked(kv: KeyValue): Promise<KeyValue> {
    await this.#transformers.unlock([kv]);
    return this.#restored(kv);
  }

  /** Plain values are passed on unchanged; the others are transformed on first access. */
  #restored(kv: KeyValue): KeyValue {
    const transformers = this.#transformers;
    if (!transformers.transforms(kv.key) && !transformers.isEncrypted(kv.value)) return kv;
    return new RestoredKeyValue(kv, transformers, kv.modRevision > this.#rekeyed);
  }
}

/**
 * Values written by other processes. A value that this process wrote has its attachment in memory, and its key is
 * known, too.
 */
function* writtenElsewhere(events: readonly StorageEvent[]): Generator<KeyValue> {
  for (const event of events) if (event.type === "put" && event.kv.attachment === undefined) yield event.kv;
}

/** @throws ApiError 500 for a value that cannot be encrypted now: like the reference, it reports the reason */
function storedForm(transformers: TransformerSet, value: Value, key: string): Value {
  try {
    return transformers.of(key).toStorage(value, key);
  } catch (error) {
    if (!(error instanceof TransformError)) throw error;
    throw internalError(error.message);
  }
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
