import type { ApiObject } from "../../../shared/object.ts";

/** The values under which an object is found: uids of owners, names of nodes … */
export type ValuesOf = (object: ApiObject) => Iterable<string>;

/** The objects of a resource by something that they say. A change costs the same however many objects there are. */
export class ObjectIndex {
  readonly #valuesOf: ValuesOf;
  /** By value, then by the object's key. */
  readonly #objects = new Map<string, Map<string, ApiObject>>();
  /** By the object's key: where it stands now. */
  readonly #values = new Map<string, readonly string[]>();

  constructor(valuesOf: ValuesOf) {
    this.#valuesOf = valuesOf;
  }

  /** The objects of a value, in the order in which they came. Shared: never change them. */
  get(value: string): ApiObject[] {
    return [...(this.#objects.get(value)?.values() ?? [])];
  }

  /** How many objects a value has. */
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
