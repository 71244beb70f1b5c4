import { Fifo } from "./fifo.ts";

/** What items weigh, in units of the caller's, and what all that are kept may weigh together. */
export interface Weighing<T> {
  readonly of: (item: T) => number;
  readonly most: number;
}

/**
 * A queue of bounded size: where it would grow past its bounds, the oldest items go. The latest one stays, whatever it
 * weighs. What others choose the size of needs a weight: a number of items bounds no memory.
 */
export class BoundedFifo<T> {
  readonly #items = new Fifo<T>();
  readonly #most: number;
  readonly #weighing: Weighing<T>;
  #weight = 0;

  /** @param most items that are kept */
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

  /** Takes the oldest item; undefined when there is none. */
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
