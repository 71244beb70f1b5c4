/** Counts the holders of each item of a pool. */
export class Holders<T> {
  readonly #counts = new Map<T, number>();

  /** How many items are held. */
  get size(): number {
    return this.#counts.size;
  }

  /** The items that are held. */
  [Symbol.iterator](): IterableIterator<T> {
    return this.#counts.keys();
  }

  has(thing: T): boolean {
    return this.#counts.has(thing);
  }

  add(thing: T): void {
    this.#counts.set(thing, (this.#counts.get(thing) ?? 0) + 1);
  }

  /** Removes one holder. Does nothing for an item that is not held. */
  remove(thing: T): void {
    const left = (this.#counts.get(thing) ?? 0) - 1;
    if (left > 0) this.#counts.set(thing, left);
    else this.#counts.delete(thing);
  }
}
