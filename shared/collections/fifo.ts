/**
 * A first-in, first-out queue with constant cost per operation. Arrays (`shift` moves the remaining items) and `Set`s
 * (the iterator skips deleted entries one by one) do not have constant cost.
 */
export class Fifo<T> {
  #in: T[] = [];
  /** In reverse order, so that the oldest item is the last. */
  #out: T[] = [];

  get size(): number {
    return this.#in.length + this.#out.length;
  }

  push(item: T): void {
    this.#in.push(item);
  }

  /** Returns the oldest item without removing it; undefined when the queue is empty. */
  peek(): T | undefined {
    this.#turn();
    return this.#out.at(-1);
  }

  /** Removes and returns the oldest item; undefined when the queue is empty. */
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
