import type { RowStore } from "./rowStore.ts";

/** Maximum number of kept lists, and of the rows in all of them. */
const MAX_LISTS = 12;
const MAX_ROWS = 60_000;

/**
 * The rows of lists that the user has left. When the user returns to such a list, it shows these rows at once, with
 * their age, while it is read again, and also when the server does not respond.
 */
export class ListCache {
  /** Least recently kept first. */
  readonly #stores = new Map<string, RowStore>();

  /** The store of a key; it stays here until it is released. */
  get(key: string): RowStore | undefined {
    return this.#stores.get(key);
  }

  /** Removes a store, because a view now uses it and no second view may share it. */
  release(key: string): void {
    this.#stores.delete(key);
  }

  /** Keeps a store that no view uses any more, and drops the oldest stores beyond the limits. */
  keep(key: string, store: RowStore): void {
    this.#stores.delete(key);
    this.#stores.set(key, store);
    let rows = 0;
    for (const each of this.#stores.values()) rows += each.size();
    for (const [oldest, each] of this.#stores) {
      if (this.#stores.size <= MAX_LISTS && rows <= MAX_ROWS) return;
      rows -= each.size();
      this.#stores.delete(oldest);
    }
  }
}
