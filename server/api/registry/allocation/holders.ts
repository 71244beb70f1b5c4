/** How many hold each of the things of a pool. */
export class Holders<T> {
  readonly #counts = new Map<T, number>();

  /** How many things are held. */
  get size(): number {
    return this.#counts.size;
  }

  /** What is held. */
  [Symbol.iterator](): IterableIterator<T> {
    return this.#counts.keys();
  }

  has(thing: T): boolean {
    return this.#counts.has(thing);
  }

  add(thing: T): void {
    this.#counts.set(thing, (this.#counts.get(thing) ?? 0) + 1);
  }

  /** What is not held stays so. */
  remove(thing: T): void {
    const left = (this.#counts.get(thing) ?? 0) - 1;
    if (left > 0) this.#counts.set(thing, left);
    else this.#counts.delete(thing);
  }
}
