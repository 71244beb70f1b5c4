export interface Bounds {
  /** Maximum number of entries. */
  readonly entries: number;
  /** Maximum weight of all entries together, in units that the caller chooses. Default: no limit. */
  readonly weight?: number;
}

/**
 * A map that drops its least recently used entries when it exceeds its limits. Use weights where clients choose the
 * size of the entries (texts, patterns, sets of fields): a limit on their number alone does not bound the memory.
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

  /** Total weight of all entries. */
  get weight(): number {
    return this.#weight;
  }

  /** The value of a key. Marks the entry as used. */
  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A Map keeps insertion order, so reinserting moves the entry to the end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Stores a value. An entry that alone exceeds the maximum weight is not stored, and evicts nothing. */
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
