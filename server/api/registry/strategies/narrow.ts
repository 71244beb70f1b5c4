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

function* dropNulls(value: object): Steps<object> {
  if (isTurnDue()) yield;
  if (Array.isArray(value)) return yield* dropNullsOfItems(value);
  let copy: Record<string, unknown> | undefined;
  for (const name in value) {
    if (isTurnDue()) yield;
    const member = (value as Readonly<Record<string, unknown>>)[name];
    const next =
      member === null
        ? undefined
        : typeof member !== "object" || isWithoutNulls(name)
          ? member
          : yield* dropNulls(member);
    if (next !== member) copy ??= membersBefore(name, value);
    // Written anew, because engines keep an object that lost a member as a table.
    if (copy !== undefined && next !== undefined) copy[name] = next;
  }
  if (copy === undefined) return value;
  copyStatedEmpties(value, copy);
  return copy;
}

/** Who manages which fields is more than half of most objects, and written by ourselves. */
const isWithoutNulls = (name: string): boolean => name === "managedFields";

function membersBefore(end: string, value: object): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in value) {
    if (name === end) break;
    copy[name] = (value as Readonly<Record<string, unknown>>)[name];
  }
  return copy;
}

function* dropNullsOfItems(items: readonly unknown[]): Steps<readonly unknown[]> {
  let copy: unknown[] | undefined;
  for (let i = 0; i < items.length; i++) {
    if (isTurnDue()) yield;
    const item = items[i];
    if (typeof item !== "object" || item === null) continue;
    const next = yield* dropNulls(item);
    if (next === item) continue;
    copy ??= [...items];
    copy[i] = next;
  }
  return copy ?? items;
}
