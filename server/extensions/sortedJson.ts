import { isRecord } from "./jsonSchema.ts";

/** A copy with the members of every object in order of their names, as custom resources are written. */
export function sortedJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedJson);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sortedJson(value[name])]));
}

/** A shallow copy with members in order of their names. */
export function sortedMembers<T extends object>(value: T): T {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries) as T;
}
