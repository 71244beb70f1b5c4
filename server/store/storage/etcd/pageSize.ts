/** Target size of one response, in bytes: decoding a larger one would block the event loop for too long. */
const TARGET = 4 * 1024 * 1024;
const MAX_KEYS = 1000;
const MIN_KEYS = 16;

/**
 * The number of keys to request from etcd at once: as many as make a page of about the target size, estimated from
 * earlier pages.
 */
export class PageSize {
  /** Expected bytes of a key's value. */
  #expected = TARGET / 128;

  get keys(): number {
    return Math.max(MIN_KEYS, Math.min(MAX_KEYS, Math.floor(TARGET / this.#expected)));
  }

  /** Updates the estimate after a page was read. */
  saw(items: readonly { readonly value: Uint8Array }[]): void {
    if (items.length === 0) return;
    let bytes = 0;
    for (const { value } of items) bytes += value.length;
    // The estimate rises to larger values at once, and falls to smaller ones gradually.
    this.#expected = Math.max(bytes / items.length, this.#expected / 2, 1);
  }
}
