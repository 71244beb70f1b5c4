import type { Json, JsonObject } from "../../../shared/object.ts";
import { isTurnOver, type Steps } from "../../../shared/steps.ts";

/** Splits `#/definitions/Name` into its parts. */
const REFERENCE = /^#\/(definitions|parameters)\/(.*)$/;

const isObject = (value: unknown): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The references of a value in an OpenAPI document, by the member of the document that they point into. */
export interface References {
  readonly definitions: Set<string>;
  readonly parameters: Set<string>;
}

/** Adds every reference in a value to `found`. */
export function* collectReferences(value: Json, found: References): Steps<void> {
  if (isTurnOver()) yield;
  if (Array.isArray(value)) {
    for (const item of value) yield* collectReferences(item, found);
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) {
      const match = name === "$ref" && typeof item === "string" ? REFERENCE.exec(item) : null;
      if (match === null) yield* collectReferences(item, found);
      else found[match[1] as keyof References].add(match[2] ?? "");
    }
  }
}

/** New names of definitions and parameters, by old name. */
export interface Renames {
  readonly definitions: ReadonlyMap<string, string>;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The value with references to renamed things changed; the same object when it has none. */
export function* renameReferences<T extends Json>(value: T, renames: Renames): Steps<T> {
  if (renames.definitions.size + renames.parameters.size === 0) return value;
  if (isTurnOver()) yield;
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) items.push(yield* renameReferences(item as Json, renames));
    return items as unknown as T;
  }
  if (!isObject(value)) return value;
  const members: [string, Json][] = [];
  for (const [name, item] of Object.entries(value)) {
    const match = name === "$ref" && typeof item === "string" ? REFERENCE.exec(item) : null;
    const [, place = "", old = ""] = match ?? [];
    const renamed = match === null ? undefined : renames[place as keyof Renames].get(old);
    members.push([name, renamed === undefined ? yield* renameReferences(item, renames) : `#/${place}/${renamed}`]);
  }
  return Object.fromEntries(members) as JsonObject as T;
}
