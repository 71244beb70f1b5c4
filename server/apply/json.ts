/** Small helpers over decoded JSON that every file of this folder shares. */

export type JsonMap = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is JsonMap =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export function isEmptyMap(value: JsonMap): boolean {
  for (const _ in value) return false;
  return true;
}

/** Deep equality of JSON values; a key with the value `undefined` counts as absent. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, i) => jsonEqual(item, b[i]));
  if (!isMap(a) || !isMap(b)) return false;
  for (const key in a) if (!jsonEqual(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}
