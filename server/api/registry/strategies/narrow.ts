import type { ApiObject } from "../../../../shared/object.ts";
import { immediately, isTurnDue, lookSoon, type Steps } from "../../../../shared/steps.ts";

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
export const decoded = immediately(decodedInSteps) as <T>(object: ApiObject) => T;

/** The same in steps. */
export function* decodedInSteps<T>(object: ApiObject): Steps<T> {
  return (yield* dropNulls(object)) as T;
}

function* dropNulls(value: unknown): Steps<unknown> {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return yield* dropNullsOfItems(value);
  let copy: Record<string, unknown> | undefined;
  for (const name in value) {
    if (isTurnDue()) yield;
    const member = (value as Readonly<Record<string, unknown>>)[name];
    const next = member === null ? undefined : mayHold(member) ? yield* dropNulls(member) : member;
    if (next === member) continue;
    copy ??= { ...value };
    if (next === undefined) delete copy[name];
    else copy[name] = next;
  }
  if (copy === undefined) return value;
  copyStatedEmpties(value, copy);
  return copy;
}

function* dropNullsOfItems(items: readonly unknown[]): Steps<readonly unknown[]> {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    if (isTurnDue()) yield;
    const next = mayHold(items[i]) ? yield* dropNulls(items[i]) : items[i];
    if (next === items[i]) continue;
    copy ??= [...items];
    copy[i] = next;
  }
  return copy ?? items;
}

/** Whether a value has nulls, or parts that may: most do not, and take no steps. */
function mayHold(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  lookSoon();
  for (const name in value) if (typeof (value as Readonly<Record<string, unknown>>)[name] === "object") return true;
  return false;
}

/** One struct of an object without members that are null. What its members hold is as it is. */
export function withoutNulls<T extends object>(struct: T | undefined | null): Partial<T> {
  return Object.fromEntries(Object.entries(struct ?? {}).filter(([, member]) => member !== null)) as Partial<T>;
}
