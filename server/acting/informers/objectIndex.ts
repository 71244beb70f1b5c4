import type { ApiObject } from "../../../shared/object.ts";

/** Returns the values by which an object is indexed: uids of owners, names of nodes … */
export type ValuesOf = (object: ApiObject) => Iterable<string>;

/**
 * Indexes the objects of a resource by values derived from each. The cost of a change does not depend on the number of
 * objects.
 */
export class ObjectIndex {
  readonly #valuesOf: ValuesOf;
  /** Objects by value, then by key. */
  readonly #objects = new Map<string, Map<string, ApiObject>>();
  /** The values of each object, by key. */
  readonly #values = new Map<string, readonly string[]>();

  constructor(valuesOf: ValuesOf) {
    this.#valuesOf = valuesOf;
  }

  /** The objects with a value, in insertion order. */
  get(value: string): ApiObject[] {
    return [...(this.#objects.get(value)?.values() ?? [])];
  }

  /** The number of objects with a value. */
  count(value: string): number {
    return this.#objects.get(value)?.size ?? 0;
  }

  set(key: string, object: ApiObject): void {
    const values = [...this.#valuesOf(object)];
    const before = this.#values.get(key) ?? [];
    const kept = new Set(values);
    for (const value of before) if (!kept.has(value)) this.#remove(value, key);
    for (const value of values) {
      const known = this.#objects.get(value);
      if (known === undefined) this.#objects.set(value, new Map([[key, object]]));
      else known.set(key, object);
    }
    if (values.length === 0) this.#values.delete(key);
    else this.#values.set(key, values);
  }

  delete(key: string): void {
    for (const value of this.#values.get(key) ?? []) this.#remove(value, key);
    this.#values.delete(key);
  }

  clear(): void {
    this.#objects.clear();
    this.#values.clear();
  }

  #remove(value: string, key: string): void {
    const known = this.#objects.get(value);
    known?.delete(key);
    if (known?.size === 0) this.#objects.delete(value);
  }
}
