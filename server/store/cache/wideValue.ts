import type { KeyValue } from "../storage/storage.ts";
import { textOf } from "../storage/value.ts";

/** Values with fewer characters or bytes are never treated as large: their parsed size is not estimated. */
const LONG = 32 * 1024;
/** Approximate bytes of memory per member of a map or entry of a list, in addition to its text. */
const MEMBER = 80;
/** Estimated ratio of parsed size to stored bytes, for a value whose members cannot be counted. */
const FACTOR = 6;
/** An object is wide when its parsed form takes at least this many times its stored bytes. */
const WIDE = 3;

/** Whether parsing a stored value takes noticeable time. */
export const isLong = (kv: KeyValue): boolean => (kv.length ?? kv.value.length) >= LONG;

/**
 * Approximate bytes of memory that the parsed form of a stored value takes; 0 if that is not much more than its text. A
 * map of 60,000 short members takes ten times its text.
 */
export function wideWeight(kv: KeyValue): number {
  if (kv instanceof OutsideHeap) return kv.weight;
  if (!isLong(kv)) return 0;
  // Counting the members of an encrypted value would mean decrypting it, and protobuf has no separators between
  // members.
  if (kv.length !== undefined || typeof kv.value !== "string") return FACTOR * (kv.length ?? kv.value.length);
  const { value } = kv;
  let members = 0;
  for (let at = value.indexOf(","); at >= 0; at = value.indexOf(",", at + 1)) members += 1;
  const weight = value.length + MEMBER * members;
  return weight < WIDE * value.length ? 0 : weight;
}

/** The same stored value, with its text as bytes outside the JavaScript heap. */
export const outsideHeap = (kv: KeyValue, weight: number): KeyValue =>
  kv.length === undefined && typeof kv.value === "string" ? new OutsideHeap(kv, kv.value, weight) : kv;

class OutsideHeap implements KeyValue {
  readonly key: string;
  readonly createRevision: number;
  readonly modRevision: number;
  readonly length: number;
  readonly weight: number;
  readonly #bytes: Buffer;

  constructor({ key, createRevision, modRevision }: KeyValue, text: string, weight: number) {
    this.key = key;
    this.createRevision = createRevision;
    this.modRevision = modRevision;
    this.length = text.length;
    this.weight = weight;
    this.#bytes = Buffer.from(text);
  }

  get value(): string {
    return textOf(this.#bytes);
  }
}
