/** Bytes that one answer should not be much larger than: decoding it holds up everything else. */
const TARGET = 4 * 1024 * 1024;
const MOST_KEYS = 1000;
const FEWEST_KEYS = 16;

/** How many keys etcd is asked for at once: as many as make a page of good size, going by the pages before. */
export class PageSize {
  /** Bytes of a key's value, as is to be expected. */
  #expected = TARGET / 128;

  get keys(): number {
    return Math.max(FEWEST_KEYS, Math.min(MOST_KEYS, Math.floor(TARGET / this.#expected)));
  }

  /** A page was read. */
  saw(items: readonly { readonly value: Uint8Array }[]): void {
    if (items.length === 0) return;
    let bytes = 0;
    for (const { value } of items) bytes += value.length;
    // Larger values are believed at once, smaller ones bit by bit.
    this.#expected = Math.max(bytes / items.length, this.#expected / 2, 1);
  }
}
