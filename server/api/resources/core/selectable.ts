/** Values of field selectors: text, empty when the field is absent. */
import type { ApiObject } from "../../../../shared/object.ts";

/** A field by its path; booleans and numbers become text. */
export function fieldText(...path: string[]): (object: ApiObject) => string {
  return (object) => {
    let value: unknown = object;
    for (const name of path) value = (value as Record<string, unknown> | undefined | null)?.[name];
    return value === undefined || value === null ? "" : String(value);
  };
}

/** A boolean field whose absence means false. */
export function booleanText(...path: string[]): (object: ApiObject) => string {
  const read = fieldText(...path);
  return (object) => (read(object) === "true" ? "true" : "false");
}
