import type { JsonObject } from "../object.ts";

/** Objects that are remembered, and what was read from them. */
const LIMIT = 8192;
/** An object with more members is hardly ever said again, and what it says is long to remember. */
const MOST_MEMBERS = 256;

/**
 * One object for all parts of `fieldsV1` that say the same: the Events of a component, or the status of the pods of a node,
 * repeat theirs by the thousand. What comes out is shared: never change it.
 */
export class FieldsPool {
  readonly #byContent = new Map<string, JsonObject>();
  /** What stands for an object in the content of those that contain it. */
  readonly #ids = new WeakMap<JsonObject, number>();
  #last = 0;

  /** The object that says the same, this one when there is none. @param object whose members are of this pool all */
  share = (object: JsonObject): JsonObject => {
    let content = "";
    let members = 0;
    for (const element in object) {
      if (++members > MOST_MEMBERS) return this.#keep(object);
      content += `${this.#ids.get(object[element] as JsonObject)} ${element}\n`;
    }
    const known = this.#byContent.get(content);
    if (known !== undefined) return known;
    if (this.#byContent.size >= LIMIT) this.#byContent.clear();
    this.#byContent.set(content, object);
    return this.#keep(object);
  };

  /** An object that is told from all others. */
  #keep(object: JsonObject): JsonObject {
    this.#ids.set(object, ++this.#last);
    return object;
  }
}

/** What was worked out for the objects used last. Made for objects that never change. */
export class RecentResults<T> {
  readonly #results = new Map<object, T>();
  readonly #limit: number;

  constructor(limit = LIMIT / 4) {
    this.#limit = limit;
  }

  get(of: object): T | undefined {
    return this.#results.get(of);
  }

  set(of: object, result: T): void {
    this.#results.set(of, result);
    if (this.#results.size <= this.#limit) return;
    // A Map iterates in order of insertion, so its first key came first.
    for (const oldest of this.#results.keys()) {
      this.#results.delete(oldest);
      break;
    }
  }
}
