import { isKnownLarge } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, checkClockSoon, immediately, isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { copyExplicitEmpties } from "../../../ground/formats/explicitEmpties.ts";

/**
 * Casts a decoded object to the static type of its kind. This is sound because decoding, defaulting and type validation
 * against the schema precede every strategy. Strategies and columns go from JSON to types only here.
 */
export function narrow<T>(object: ApiObject): T {
  return object as unknown as T;
}

/**
 * The same for validation rules: null members, which decoding writes for missing required fields, count as absent.
 * Parts without nulls are shared with the argument, so the result must not be modified.
 */
export const decoded = immediately(decodedInSteps) as <T>(object: ApiObject) => T;

/** {@link decoded} for one struct of an object, so that the rest of the object is not visited; undefined for null. */
export const decodedPart = <T extends object>(part: T | null | undefined): T | undefined =>
  part === null || part === undefined ? undefined : (atOnce(dropNulls(part)) as T);

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
        : isObjectValue(member) && !isWithoutNulls(name, member)
          ? yield* dropNulls(member)
          : member;
    if (next !== member) copy ??= membersBefore(name, value);
    // Build a new object: after a `delete`, engines keep an object as a slow hash table.
    if (copy !== undefined && next !== undefined) copy[name] = next;
  }
  if (copy === undefined) return value;
  copyExplicitEmpties(value, copy);
  return copy;
}

/**
 * Members that need no check. Field owners are more than half of most objects, and the server writes them itself. Large
 * maps of labels and annotations hold only texts, possibly tens of thousands.
 */
const isWithoutNulls = (name: string, member: object): boolean =>
  name === "managedFields" || ((name === "labels" || name === "annotations") && isKnownLarge(member));

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
    const next = isObjectValue(item) ? yield* dropNulls(item) : item;
    if (next === item) continue;
    copy ??= [...items];
    copy[i] = next;
  }
  return copy ?? items;
}

/** Whether a value may contain nulls. Most values do not and need no steps. */
function isObjectValue(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  checkClockSoon();
  // Enumerating the members of a large object takes most of a time slice, so it must happen only once.
  if (isKnownLarge(value)) return true;
  for (const name in value) if (typeof (value as Readonly<Record<string, unknown>>)[name] === "object") return true;
  return false;
}

/** A copy of a struct without its null members. Nulls inside the members are kept. */
export function withoutNulls<T extends object>(struct: T | undefined | null): Partial<T> {
  return Object.fromEntries(Object.entries(struct ?? {}).filter(([, member]) => member !== null)) as Partial<T>;
}
