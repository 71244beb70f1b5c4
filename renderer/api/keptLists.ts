import type { RowStore } from "./rowStore.ts";

/** So many lists are kept, and so many rows of all of them together. */
const MOST_LISTS = 12;
const MOST_ROWS = 60_000;

/**
 * The rows of lists that one has left. One who comes back to such a list sees them at once, as old as they are, while the list is read again, and still
 * when the server no longer answers.
 */
export class KeptLists {
  /** Oldest first. */
  readonly #stores = new Map<string, RowStore>();

  /** What was kept under a key; it stays there until it is released. */
  get(key: string): RowStore | undefined {
    return this.#stores.get(key);
  }

  /** A view works with the store from now on, which no second view may share. */
  release(key: string): void {
    this.#stores.delete(key);
  }

  /** Keeps a store that no view works with any more, and lets go of the oldest beyond the bounds. */
  keep(key: string, store: RowStore): void {
    this.#stores.delete(key);
    this.#stores.set(key, store);
    let rows = 0;
    for (const each of this.#stores.values()) rows += each.size();
    for (const [oldest, each] of this.#stores) {
      if (this.#stores.size <= MOST_LISTS && rows <= MOST_ROWS) return;
      rows -= each.size();
      this.#stores.delete(oldest);
    }
  }
}
