/**
 * A queue, first in, first out. A step costs the same however long the queue is, which holds neither for an array
 * (`shift` moves the rest) nor for a `Set` (its iterator passes over what was deleted).
 */
export class Fifo<T> {
  #in: T[] = [];
  /** In reverse, so that the oldest item is the last. */
  #out: T[] = [];

  get size(): number {
    return this.#in.length + this.#out.length;
  }

  push(item: T): void {
    this.#in.push(item);
  }

  /** The oldest item, which stays; undefined when there is none. */
  peek(): T | undefined {
    this.#turn();
    return this.#out.at(-1);
  }

  /** Takes the oldest item; undefined when there is none. */
  shift(): T | undefined {
    this.#turn();
    return this.#out.pop();
  }

  /** A copy of all items, oldest first. */
  items(): T[] {
    return this.#out.toReversed().concat(this.#in);
  }

  #turn(): void {
    if (this.#out.length > 0) return;
    this.#out = this.#in.reverse();
    this.#in = [];
  }

  clear(): void {
    this.#in = [];
    this.#out = [];
  }
}
