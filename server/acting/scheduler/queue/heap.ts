/** A priority queue: the smallest item comes first. Operations take time logarithmic in the number of items. */
export class Heap<T> {
  readonly #isLess: (a: T, b: T) => boolean;
  readonly #items: T[] = [];

  constructor(isLess: (a: T, b: T) => boolean) {
    this.#isLess = isLess;
  }

  get size(): number {
    return this.#items.length;
  }

  /** The smallest item, without removing it. */
  peek(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above] as T;
      if (!this.#isLess(item, parent)) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  /** Removes and returns the smallest item; undefined when empty. */
  pop(): T | undefined {
    const items = this.#items;
    const least = items[0];
    const last = items.pop();
    if (items.length === 0 || last === undefined) return least;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && this.#isLess(items[below + 1] as T, items[below] as T)) below++;
      if (!this.#isLess(items[below] as T, last)) break;
      items[at] = items[below] as T;
      at = below;
    }
    items[at] = last;
    return least;
  }
}
