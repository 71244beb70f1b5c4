import type { ApiObject } from "../../../../shared/object.ts";

/** Maximum number of values that are compared in one object; a larger object has no texts. */
const LIMIT = 4_000;

/**
 * The fields of an object as comparable texts, keyed by the top two levels of their paths. Values below `data` are left
 * out because they may be large; fields that the server sets are left out, too.
 *
 * @returns undefined when there is no object, or when it is too large to compare
 */
export function fieldTexts(
  object: Readonly<Record<string, unknown>> | ApiObject | undefined,
): ReadonlyMap<string, string> | undefined {
  if (object === undefined || !isSmall(object)) return undefined;
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(object)) {
    if (OMITTED_FIELDS.has(name)) continue;
    if (!isRecord(value)) texts.set(name, textOf(value));
    else
      for (const [part, inner] of Object.entries(value))
        if (part !== "managedFields") texts.set(`${name}.${part}`, textOf(inner));
  }
  return texts;
}

const OMITTED_FIELDS = new Set(["apiVersion", "kind", "data", "binaryData", "stringData"]);

/** The paths whose texts differ, sorted. */
export function changedFields(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string> = before,
): string[] {
  const changed = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  for (const path of before.keys()) if (!after.has(path)) changed.push(path);
  return changed.sort();
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? `${inner}` : inner)) ?? "";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether an object has few enough values and characters to be compared several times. */
function isSmall(object: object): boolean {
  const line: unknown[] = [object];
  let seen = 0;
  for (let value = line.pop(); line.length > 0 || value !== undefined; value = line.pop()) {
    if (typeof value === "string") seen += value.length >> 5;
    else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        seen += 1;
        if (seen > LIMIT) return false;
        if (!OMITTED_FIELDS.has(name)) line.push(inner);
      }
    }
    if (seen > LIMIT) return false;
  }
  return true;
}
