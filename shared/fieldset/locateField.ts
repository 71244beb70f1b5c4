import { type FieldPath, parseElement } from "./pathElement.ts";

/** The location of a value in an object: field names and list positions. */
export type ValuePath = readonly (string | number)[];

/**
 * Locates the value of a field path in an object.
 *
 * @returns undefined when the object has no such value
 */
export function locatePath(object: unknown, path: FieldPath): ValuePath | undefined {
  const result: (string | number)[] = [];
  let value = object;
  for (const element of path) {
    const parsed = parseElement(element);
    if (parsed.kind === "field") {
      if (!isObject(value) || !Object.hasOwn(value, parsed.name)) return undefined;
      value = value[parsed.name];
      result.push(parsed.name);
      continue;
    }
    if (!Array.isArray(value)) return undefined;
    const items: unknown[] = value;
    const position =
      parsed.kind === "index"
        ? parsed.index
        : items.findIndex((item) =>
            parsed.kind === "value" ? sameScalar(item, parsed.value) : matchesKeys(item, parsed.fields),
          );
    if (position < 0 || position >= items.length) return undefined;
    value = items[position];
    result.push(position);
  }
  return result;
}

const sameScalar = (a: unknown, b: unknown): boolean => a === b;

const matchesKeys = (item: unknown, fields: readonly (readonly [string, unknown])[]): boolean =>
  isObject(item) && fields.every(([name, value]) => item[name] === undefined || sameScalar(item[name], value));

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
