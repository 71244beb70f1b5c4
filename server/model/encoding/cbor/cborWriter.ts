/** Major types of CBOR data items. */
export const MAJOR = {
  unsigned: 0,
  negative: 1,
  bytes: 2,
  text: 3,
  array: 4,
  map: 5,
  tag: 6,
  simple: 7,
} as const;

/** Simple values with a JSON equivalent, as complete items. */
export const FALSE = 0xf4;
export const TRUE = 0xf5;
export const NULL = 0xf6;

const FIRST_SIZE = 512;
/** Lengths below this fit into the first byte of a head. */
const SHORT = 24;

/** Writes data items in sequence into a growing buffer. Arguments of heads have their shortest form. */
export class CborWriter {
  #buffer = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  /** Writes the head of an item: its major type and argument (a value, a length, a count or a tag number). */
  head(major: number, argument: number | bigint): void {
    const type = major << 5;
    if (argument < SHORT) {
      this.byte(type | Number(argument));
    } else if (argument < 0x100) {
      this.byte(type | 24);
      this.byte(Number(argument));
    } else if (argument < 0x10000) {
      this.byte(type | 25);
      this.#length = this.#room(2).writeUInt16BE(Number(argument), this.#length);
    } else if (argument < 0x100000000) {
      this.byte(type | 26);
      this.#length = this.#room(4).writeUInt32BE(Number(argument), this.#length);
    } else {
      this.byte(type | 27);
      this.#length = this.#room(8).writeBigUInt64BE(BigInt(argument), this.#length);
    }
  }

  byte(value: number): void {
    this.#room(1)[this.#length] = value;
    this.#length += 1;
  }

  /** Writes bytes that are complete items, or follow a head. */
  raw(bytes: Uint8Array): void {
    this.#room(bytes.length).set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Writes a text as the content of a byte string, in UTF-8. */
  string(value: string): void {
    if (value.length < SHORT && this.#shortAscii(value)) return;
    const size = Buffer.byteLength(value);
    this.head(MAJOR.bytes, size);
    this.#length += this.#room(size).write(value, this.#length);
  }

  /** A copy of what was written, of exactly its size, because it may be kept for long. */
  finish(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length));
  }

  /**
   * Writes a short ASCII text, like most names and many values, character by character, which is faster. Returns false
   * without writing anything for other texts.
   */
  #shortAscii(value: string): boolean {
    const { length } = value;
    const buffer = this.#room(1 + length);
    const start = this.#length;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code >= 0x80) return false;
      buffer[start + 1 + i] = code;
    }
    buffer[start] = (MAJOR.bytes << 5) | length;
    this.#length = start + 1 + length;
    return true;
  }

  #room(size: number): Buffer {
    const wanted = this.#length + size;
    if (wanted > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(wanted, 2 * this.#buffer.length));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    return this.#buffer;
  }
}
