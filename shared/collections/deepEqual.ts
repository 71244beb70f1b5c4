import { isTurnDue, type Steps } from "../steps.ts";

/**
 * Structural equality of decoded JSON: the order of members does not matter, and members that are `undefined` count as
 * absent (null does not: it is a value that was sent).
 */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => deepEqual(item, b[i]));
  }
  if (Array.isArray(b)) return false;
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  let members = 0;
  for (const name in left) {
    if (left[name] === undefined) continue;
    members += 1;
    if (!Object.hasOwn(right, name) || !deepEqual(left[name], right[name])) return false;
  }
  for (const name in right) if (right[name] !== undefined) members -= 1;
  return members === 0;
}

export interface EqualityOptions {
  /** Whether an empty list equals null, as after storing. Default false. */
  readonly emptyListIsNull?: boolean;
}

/** {@link deepEqual} for values that may be large. */
export function* equalInSteps(a: unknown, b: unknown, options: EqualityOptions = {}): Steps<boolean> {
  if (isTurnDue()) yield;
  if (a === b) return true;
  if (options.emptyListIsNull && isNoItem(a) && isNoItem(b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) {
      if (isTurnDue()) yield;
      if (a[i] === b[i]) continue;
      if (typeof a[i] !== "object" || !(yield* equalInSteps(a[i], b[i], options))) return false;
    }
    return true;
  }
  if (Array.isArray(b)) return false;
  const left = a as Readonly<Record<string, unknown>>;
  const right = b as Readonly<Record<string, unknown>>;
  let members = 0;
  for (const name in left) {
    if (left[name] === undefined) continue;
    if (isTurnDue()) yield;
    members += 1;
    if (!Object.hasOwn(right, name)) return false;
    if (left[name] === right[name]) continue;
    if (typeof left[name] !== "object" || !(yield* equalInSteps(left[name], right[name], options))) return false;
  }
  for (const name in right) {
    if (isTurnDue()) yield;
    if (right[name] !== undefined) members -= 1;
  }
  return members === 0;
}

const isNoItem = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);
