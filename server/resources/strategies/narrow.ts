import type { ApiObject } from "../../../shared/object.ts";

/**
 * Reads a decoded object as the static type of its kind. Sound because decoding, defaulting and type validation against the
 * schema stand before every strategy; the one place where strategies and columns step from JSON to types.
 */
export function narrow<T>(object: ApiObject): T {
  return object as unknown as T;
}

/**
 * The same for rules: members that are null, as decoding writes what is required and missing, count as absent. Parts
 * without nulls are shared with the object, so that the result must not be changed.
 */
export function decoded<T>(object: ApiObject): T {
  return dropNulls(object) as T;
}

function dropNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(dropNulls);
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  let copy: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const next = member === null ? undefined : dropNulls(member);
    if (next === member) continue;
    copy ??= { ...value };
    if (next === undefined) delete copy[name];
    else copy[name] = next;
  }
  return copy ?? value;
}
