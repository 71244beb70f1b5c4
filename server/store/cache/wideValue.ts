import type { KeyValue } from "../storage/storage.ts";
import { textOf } from "../storage/value.ts";

/** A value of fewer characters or bytes is not worth a closer look. */
const LONG = 32 * 1024;
/** Bytes of memory that a member of a map or an entry of a list takes beside its text, about. */
const MEMBER = 80;
/** Parsed, a value that cannot be looked into takes so many times its stored bytes, at a guess. */
const FACTOR = 6;
/** An object is wide when it takes so many times its stored bytes. */
const WIDE = 3;

/** Whether parsing a stored value takes longer than a moment. */
export const isLong = (kv: KeyValue): boolean => (kv.length ?? kv.value.length) >= LONG;

/**
 * Bytes of memory that the parsed form of a stored value takes, about; 0 where that is not much more than its text takes. A
 * map of 60,000 short members takes ten times its text.
 */
export function wideWeight(kv: KeyValue): number {
  if (kv instanceof OutsideHeap) return kv.weight;
  if (!isLong(kv)) return 0;
  // To look into a value that is encrypted would be to decrypt it, and protobuf has no marks between members.
  if (kv.length !== undefined || typeof kv.value !== "string") return FACTOR * (kv.length ?? kv.value.length);
  const { value } = kv;
  let members = 0;
  for (let at = value.indexOf(","); at >= 0; at = value.indexOf(",", at + 1)) members += 1;
  const weight = value.length + MEMBER * members;
  return weight < WIDE * value.length ? 0 : weight;
}

/** The same stored value, its text as bytes outside the engine's heap. */
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
