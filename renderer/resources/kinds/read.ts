/** Reads optional fields of an object without relying on the types of untrusted values. */

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a dotted path of plain names, or undefined. */
export function at(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split(".")) {
    if (!isFields(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}

/** The maps in the list at a path; leaves out all other items. */
export function listAt(value: unknown, path: string): Fields[] {
  const found = at(value, path);
  return Array.isArray(found) ? found.filter(isFields) : [];
}

/** The map at a path, or an empty one. */
export function fieldsAt(value: unknown, path: string): Fields {
  const found = at(value, path);
  return isFields(found) ? found : {};
}

/** The scalar at a path as text; empty if there is none. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  return typeof found === "string" ||
    typeof found === "number" ||
    typeof found === "boolean" ||
    typeof found === "bigint"
    ? String(found)
    : "";
}

/** The scalars in the list at a path, as texts. */
export function textsAt(value: unknown, path: string): string[] {
  const found = at(value, path);
  return Array.isArray(found) ? found.filter((v) => typeof v !== "object").map(String) : [];
}
