import { isTurnDue, type Steps } from "../../../shared/steps.ts";

/**
 * Which fields a request states as an empty list or map, though they hold nothing. Storage cannot tell `[]` and `{}` from
 * absence, so decoding leaves them out. Until an object is stored, the reference still shows the difference: in messages
 * that quote the value, and in the generation of the few kinds that count every difference. What is stored states none.
 */
const stated = new WeakMap<object, ReadonlySet<string>>();

/** Notes the fields of a decoded struct that decoding left out because they are empty. */
export function noteStatedEmpties(struct: object, names: readonly string[]): void {
  stated.set(struct, new Set(names));
}

/** A copy of a struct states what the struct does. */
export function copyStatedEmpties(from: object, to: object): void {
  const names = stated.get(from);
  if (names !== undefined) stated.set(to, names);
}

/** Whether the field of the struct was stated as an empty list or map, and got no value since by default. */
export const isStatedEmpty = (struct: object | undefined | null, name: string): boolean =>
  struct !== undefined && struct !== null && (stated.get(struct)?.has(name) ?? false) && !hasValue(struct, name);

function hasValue(struct: object, name: string): boolean {
  const value = (struct as Readonly<Record<string, unknown>>)[name];
  return value !== undefined && value !== null;
}

/** Whether anything in the value was stated as an empty list or map. */
export function* statesEmpties(value: unknown): Steps<boolean> {
  if (typeof value !== "object" || value === null) return false;
  for (const name of stated.get(value) ?? []) if (!hasValue(value, name)) return true;
  for (const item of Array.isArray(value) ? (value as readonly unknown[]) : Object.values(value)) {
    if (isTurnDue()) yield;
    if (yield* statesEmpties(item)) return true;
  }
  return false;
}
