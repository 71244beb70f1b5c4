import { Fifo } from "./fifo.ts";

/** The weight of an item, in units that the caller chooses, and the maximum weight of all items together. */
export interface Weighing<T> {
  readonly of: (item: T) => number;
  readonly most: number;
}

/**
 * A queue that drops its oldest items when it exceeds its limits; the newest item is always kept. Use weights where
 * clients choose the size of the items: a limit on their number alone does not bound the memory.
 */
export class BoundedFifo<T> {
  readonly #items = new Fifo<T>();
  readonly #most: number;
  readonly #weighing: Weighing<T>;
  #weight = 0;

  /** @param most maximum number of items */
  constructor(most: number, weighing: Weighing<T> = { of: () => 0, most: 0 }) {
    this.#most = most;
    this.#weighing = weighing;
  }

  get size(): number {
    return this.#items.size;
  }

  push(item: T): void {
    this.#items.push(item);
    this.#weight += this.#weighing.of(item);
    while (this.size > this.#most || (this.#weight > this.#weighing.most && this.size > 1)) this.shift();
  }

  /** Removes and returns the oldest item; undefined when the queue is empty. */
  shift(): T | undefined {
    const item = this.#items.shift();
    if (item !== undefined) this.#weight -= this.#weighing.of(item);
    return item;
  }

  /** A copy of all items, oldest first. */
  items(): T[] {
    return this.#items.items();
  }

  clear(): void {
    this.#items.clear();
    this.#weight = 0;
  }
}
