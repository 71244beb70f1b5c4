/** A set of non-negative integers, stored as the bits of one big integer. */
export class Bitmap {
  /** Little-endian: the lowest numbers first. */
  #bytes: Uint8Array;
  #count = 0;

  constructor(size: number) {
    this.#bytes = new Uint8Array(Math.ceil(size / 8));
  }

  /**
   * Decodes the big-endian bytes of the integer, without leading zeros.
   * @throws RangeError when they hold more than `size` bits
   */
  static from(bytes: Uint8Array, size: number): Bitmap {
    const bitmap = new Bitmap(size);
    const spare = bytes.length - bitmap.#bytes.length;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      if (byte === 0) continue;
      const at = bytes.length - 1 - i;
      if (i < spare || byte >> Math.max(0, Math.min(8, size - at * 8)) !== 0) {
        throw new RangeError(`more than ${size} are allocated`);
      }
      bitmap.#bytes[at] = byte;
      for (let left = byte; left > 0; left &= left - 1) bitmap.#count += 1;
    }
    return bitmap;
  }

  /** How many numbers are in the set. */
  get count(): number {
    return this.#count;
  }

  has(number: number): boolean {
    return (((this.#bytes[number >> 3] ?? 0) >> (number & 7)) & 1) === 1;
  }

  add(number: number): void {
    if (this.has(number)) return;
    this.#bytes[number >> 3] = (this.#bytes[number >> 3] ?? 0) | (1 << (number & 7));
    this.#count += 1;
  }

  delete(number: number): void {
    if (!this.has(number)) return;
    this.#bytes[number >> 3] = (this.#bytes[number >> 3] ?? 0) & ~(1 << (number & 7));
    this.#count -= 1;
  }

  copy(): Bitmap {
    const copy = new Bitmap(0);
    copy.#bytes = this.#bytes.slice();
    copy.#count = this.#count;
    return copy;
  }

  equals(other: Bitmap): boolean {
    return this.#count === other.#count && Buffer.compare(this.#bytes, other.#bytes) === 0;
  }

  /** The numbers in the set, in ascending order. */
  *[Symbol.iterator](): Generator<number> {
    for (const [at, byte] of this.#bytes.entries()) {
      if (byte === 0) continue;
      for (let bit = 0; bit < 8; bit++) if (((byte >> bit) & 1) === 1) yield at * 8 + bit;
    }
  }

  /** The big-endian bytes of the integer, without leading zeros. */
  toBytes(): Uint8Array {
    let length = this.#bytes.length;
    while (length > 0 && this.#bytes[length - 1] === 0) length -= 1;
    return this.#bytes.slice(0, length).reverse();
  }
}
