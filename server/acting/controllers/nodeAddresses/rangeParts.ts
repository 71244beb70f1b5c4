import { type Cidr, formatAddress } from "../../../ground/formats/addresses/addresses.ts";
import type { NodeRange } from "./nodeRanges.ts";

/** A range divided into equal parts, of which some are taken. A released part is reused last. */
export class RangeParts {
  readonly #range: Cidr;
  readonly #prefix: number;
  /** The number of addresses in a part. */
  readonly #size: bigint;
  readonly #count: number;
  /** Reference counts of taken parts, by their number. */
  readonly #holders = new Map<number, number>();
  #next = 0;

  constructor({ range, prefix }: NodeRange) {
    this.#range = range;
    this.#prefix = prefix;
    this.#size = 1n << BigInt((range.family === "IPv4" ? 32 : 128) - prefix);
    this.#count = Number(range.size / this.#size);
  }

  /** Increments the reference count of all parts that overlap a range. */
  hold(range: Cidr): void {
    for (const part of this.#touched(range)) this.#holders.set(part, (this.#holders.get(part) ?? 0) + 1);
  }

  /** Decrements it. */
  release(range: Cidr): void {
    for (const part of this.#touched(range)) {
      const left = (this.#holders.get(part) ?? 0) - 1;
      if (left > 0) this.#holders.set(part, left);
      else this.#holders.delete(part);
    }
  }

  /** A free part, such as `10.0.1.0/24`; undefined when there is none. The part is not marked as taken. */
  free(): string | undefined {
    for (let i = 0; i < this.#count; i++) {
      const part = (this.#next + i) % this.#count;
      if (this.#holders.has(part)) continue;
      this.#next = (part + 1) % this.#count;
      const { family, base } = this.#range;
      return `${formatAddress({ family, value: base + BigInt(part) * this.#size })}/${this.#prefix}`;
    }
    return undefined;
  }

  *#touched({ family, base, size }: Cidr): Generator<number> {
    if (family !== this.#range.family) return;
    const first = (base - this.#range.base) / this.#size;
    const last = (base + size - 1n - this.#range.base) / this.#size;
    if (base + size <= this.#range.base || first >= BigInt(this.#count)) return;
    const end = last >= BigInt(this.#count) ? this.#count - 1 : Number(last);
    for (let part = first < 0n ? 0 : Number(first); part <= end; part++) yield part;
  }
}
