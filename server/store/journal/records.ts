/**
 * The encoding of changes and states in a block of the journal: records one after the other, each preceded by its
 * length.
 */
import type { KeyValue, Value } from "../storage/storage.ts";

/** One key at one revision. */
export interface JournalRecord {
  readonly key: string;
  readonly revision: number;
  /**
   * When the change was made, in milliseconds since the epoch, by the clock that dates objects; 0 in a record of the
   * initial state.
   */
  readonly at: number;
  /** As it is stored; undefined after a deletion. */
  readonly kv: KeyValue | undefined;
}

/** Bytes before the key: length, flags, revision, creation revision, time, length of the key. */
const HEAD = 4 + 1 + 8 + 8 + 8 + 4;
const DELETED = 1;
const BYTES = 2;

/** Collects records until they fill a block. */
export class RecordBuffer {
  #bytes: Buffer;
  #size = 0;
  #count = 0;

  /** @param capacity initial capacity in bytes; it grows */
  constructor(capacity = 64 * 1024) {
    this.#bytes = Buffer.allocUnsafe(capacity);
  }

  /** Bytes of all records. */
  get size(): number {
    return this.#size;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  add({ key, revision, at, kv }: JournalRecord): void {
    const value: Value = kv?.value ?? "";
    const keyLength = Buffer.byteLength(key);
    const length = HEAD + keyLength + (typeof value === "string" ? Buffer.byteLength(value) : value.length);
    this.#grow(length);
    const to = this.#bytes;
    const from = this.#size;
    to.writeUInt32LE(length, from);
    to.writeUInt8((kv === undefined ? DELETED : 0) | (typeof value === "string" ? 0 : BYTES), from + 4);
    to.writeDoubleLE(revision, from + 5);
    to.writeDoubleLE(kv?.createRevision ?? 0, from + 13);
    to.writeDoubleLE(at, from + 21);
    to.writeUInt32LE(keyLength, from + 29);
    to.write(key, from + HEAD);
    if (typeof value === "string") to.write(value, from + HEAD + keyLength);
    else to.set(value, from + HEAD + keyLength);
    this.#size += length;
    this.#count += 1;
  }

  #grow(by: number): void {
    const needed = this.#size + by;
    if (needed <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, needed));
    this.#bytes.copy(grown, 0, 0, this.#size);
    this.#bytes = grown;
  }
}

/** A view of a record within its block: its parts are decoded when they are accessed. */
export class RecordView {
  readonly #block: Buffer;
  readonly #start: number;

  constructor(block: Buffer, start: number) {
    this.#block = block;
    this.#start = start;
  }

  get length(): number {
    return this.#block.readUInt32LE(this.#start);
  }

  get revision(): number {
    return this.#block.readDoubleLE(this.#start + 5);
  }

  get key(): string {
    const from = this.#start + HEAD;
    return this.#block.toString("utf8", from, from + this.#keyLength);
  }

  get isDeletion(): boolean {
    return (this.#block.readUInt8(this.#start + 4) & DELETED) !== 0;
  }

  /** @param prefix as UTF-8 */
  startsWith(prefix: Buffer): boolean {
    const from = this.#start + HEAD;
    return this.#keyLength >= prefix.length && prefix.compare(this.#block, from, from + prefix.length) === 0;
  }

  /** @param key as UTF-8 */
  isOf(key: Buffer): boolean {
    return this.#keyLength === key.length && this.startsWith(key);
  }

  read(): JournalRecord {
    const [block, start] = [this.#block, this.#start];
    const flags = block.readUInt8(start + 4);
    const valueAt = start + HEAD + this.#keyLength;
    const key = block.toString("utf8", start + HEAD, valueAt);
    const { revision } = this;
    const at = block.readDoubleLE(start + 21);
    if ((flags & DELETED) !== 0) return { key, revision, at, kv: undefined };
    const bytes = block.subarray(valueAt, start + this.length);
    const value: Value = (flags & BYTES) !== 0 ? new Uint8Array(bytes) : bytes.toString("utf8");
    const createRevision = block.readDoubleLE(start + 13);
    return { key, revision, at, kv: { key, value, createRevision, modRevision: revision } };
  }

  get #keyLength(): number {
    return this.#block.readUInt32LE(this.#start + 29);
  }
}

/** The records of a block, in the order in which they were added. */
export function* recordsOf(block: Buffer): Generator<RecordView> {
  for (let start = 0; start < block.length; ) {
    const view = new RecordView(block, start);
    yield view;
    start += view.length;
  }
}
