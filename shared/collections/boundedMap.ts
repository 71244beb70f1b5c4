export interface Bounds {
  /** Entries that are kept at most. */
  readonly entries: number;
  /** The most that all entries may weigh together, in units that the caller chooses. Default: no limit. */
  readonly weight?: number;
}

/**
 * A map that drops its least recently used entries when it exceeds its bounds. Give entries a weight where clients choose
 * their size (texts, patterns, sets of fields): the number of entries alone does not bound the memory.
 */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, { readonly value: V; readonly weight: number }>();
  readonly #bounds: Required<Bounds>;
  #weight = 0;

  constructor({ entries, weight = Number.POSITIVE_INFINITY }: Bounds) {
    this.#bounds = { entries, weight };
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What all entries weigh together. */
  get weight(): number {
    return this.#weight;
  }

  /** The value of a key, which counts as used now. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A map keeps the order of insertion: what was used comes last.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value. One that alone exceeds the weight of the map is not kept, and evicts no others. */
  set(key: K, value: V, weight = 1): void {
    this.delete(key);
    if (weight > this.#bounds.weight) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#bounds.entries && this.#weight <= this.#bounds.weight) return;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
