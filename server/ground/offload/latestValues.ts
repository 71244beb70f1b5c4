/**
 * The latest few values, by key. Two instances that receive the same calls have the same keys, so that one thread knows
 * what the other one has.
 */
export class LatestValues<V> {
  readonly #capacity: number;
  readonly #values = new Map<number, V>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  has(key: number): boolean {
    return this.#values.has(key);
  }

  get(key: number): V | undefined {
    return this.#values.get(key);
  }

  /** Stores the value as the latest; if necessary, the oldest one is dropped. */
  put(key: number, value: V): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#capacity) return;
    const { value: oldest } = this.#values.keys().next();
    if (oldest !== undefined) this.#values.delete(oldest);
  }
}
