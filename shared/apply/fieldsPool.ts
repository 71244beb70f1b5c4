import type { JsonObject } from "../object.ts";

/** How many objects are remembered, and the characters of their contents in total. */
const MOST_OBJECTS = 8192;
const MOST_TEXT = 1024 * 1024;
/** An object with more members, or with longer ones, hardly ever occurs twice, and takes much memory. */
const MOST_MEMBERS = 256;
const LONGEST = 8192;

/**
 * One object for all parts of `fieldsV1` that say the same: the Events of a component, or the status of the pods of a node,
 * repeat theirs by the thousand. What comes out is shared: never change it.
 */
export class FieldsPool {
  readonly #byContent = new Map<string, JsonObject>();
  /** What stands for an object in the content of those that contain it. An object that is not shared has none. */
  readonly #ids = new WeakMap<JsonObject, number>();
  #last = 0;
  #text = 0;

  /**
   * The object that says the same, this one when there is none. One that contains an object that is not shared is not
   * shared either: to remember it would be to remember all that it contains.
   *
   * @param object whose members came out of this pool
   */
  share = (object: JsonObject): JsonObject => {
    let content = "";
    let members = 0;
    for (const element in object) {
      const id = this.#ids.get(object[element] as JsonObject);
      if (id === undefined || ++members > MOST_MEMBERS || content.length + element.length > LONGEST) return object;
      content += `${id} ${element}\n`;
    }
    const known = this.#byContent.get(content);
    if (known !== undefined) return known;
    this.#text += content.length;
    if (this.#byContent.size >= MOST_OBJECTS || this.#text > MOST_TEXT) {
      this.#byContent.clear();
      this.#text = content.length;
    }
    this.#byContent.set(content, object);
    this.#ids.set(object, ++this.#last);
    return object;
  };
}
