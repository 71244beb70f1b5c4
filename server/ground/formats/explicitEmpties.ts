import { isTurnDue, type Steps } from "../../../shared/steps.ts";

/**
 * Records which fields of a request were explicitly an empty list or map. Storage cannot distinguish `[]` and `{}` from
 * absence, so decoding leaves them out. Until an object is stored, the reference still shows the difference: in
 * messages that quote the value, and in the generation of the few kinds that count every difference. Stored objects
 * have no such fields.
 */
const stated = new WeakMap<object, ReadonlySet<string>>();

/** Records the fields of a decoded struct that decoding left out because they are empty. */
export function recordExplicitEmpties(struct: object, names: readonly string[]): void {
  stated.set(struct, new Set(names));
}

/** Copies the record of explicitly empty fields to a copy of a struct. */
export function copyExplicitEmpties(from: object, to: object): void {
  const names = stated.get(from);
  if (names !== undefined) stated.set(to, names);
}

/** Whether the field of the struct was explicitly an empty list or map, and has not been set by defaulting since. */
export const isExplicitlyEmpty = (struct: object | undefined | null, name: string): boolean =>
  struct !== undefined && struct !== null && (stated.get(struct)?.has(name) ?? false) && !hasValue(struct, name);

function hasValue(struct: object, name: string): boolean {
  const value = (struct as Readonly<Record<string, unknown>>)[name];
  return value !== undefined && value !== null;
}

/** Whether anything in the value was explicitly an empty list or map. */
export function* hasExplicitEmpties(value: unknown): Steps<boolean> {
  if (typeof value !== "object" || value === null) return false;
  for (const name of stated.get(value) ?? []) if (!hasValue(value, name)) return true;
  for (const item of Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value)) {
    if (isTurnDue()) yield;
    if (yield* hasExplicitEmpties(item)) return true;
  }
  return false;
}
