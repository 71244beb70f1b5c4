import type { JsonObject } from "../object.ts";

/** Maximum number of pooled objects, and of the characters of their contents in total. */
const MAX_OBJECTS = 8192;
const MAX_TEXT = 1024 * 1024;
/** Limits of members and characters of a pooled object: larger objects rarely repeat and take much memory. */
const MAX_MEMBERS = 256;
const LONGEST = 8192;

/**
 * Shares one object for all equal parts of `fieldsV1`: the Events of a component, or the statuses of the pods of a
 * node, repeat the same fields thousands of times. Pooled objects are shared: never modify them.
 */
export class FieldsPool {
  readonly #byContent = new Map<string, JsonObject>();
  /**
   * Ids of the pooled objects, used in the content keys of objects that contain them. Objects that are not pooled have
   * none.
   */
  readonly #ids = new WeakMap<JsonObject, number>();
  #last = 0;
  #text = 0;

  /**
   * Returns the pooled object that equals this one, or this one if there is none. An object with a member that is not
   * pooled is not pooled either, because the pool would keep all of its contents in memory.
   *
   * @param object whose members came out of this pool
   */
  share = (object: JsonObject): JsonObject => {
    let content = "";
    let members = 0;
    for (const element in object) {
      const id = this.#ids.get(object[element] as JsonObject);
      if (id === undefined || ++members > MAX_MEMBERS || content.length + element.length > LONGEST) return object;
      content += `${id} ${element}\n`;
    }
    const known = this.#byContent.get(content);
    if (known !== undefined) return known;
    this.#text += content.length;
    if (this.#byContent.size >= MAX_OBJECTS || this.#text > MAX_TEXT) {
      this.#byContent.clear();
      this.#text = content.length;
    }
    this.#byContent.set(content, object);
    this.#ids.set(object, ++this.#last);
    return object;
  };
}
