import { isKnownLarge } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { atOnce, immediately, isTurnDue, lookSoon, type Steps } from "../../../../shared/steps.ts";
import { copyStatedEmpties } from "../../../ground/formats/statedEmpties.ts";

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

/** {@link decoded} for one struct of an object, so that what stands beside it costs nothing; undefined where it is null. */
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
        : mayHold(member) && !isWithoutNulls(name, member)
          ? yield* dropNulls(member)
          : member;
    if (next !== member) copy ??= membersBefore(name, value);
    // Written anew, because engines keep an object that lost a member as a table.
    if (copy !== undefined && next !== undefined) copy[name] = next;
  }
  if (copy === undefined) return value;
  copyStatedEmpties(value, copy);
  return copy;
}

/**
 * Members that need no look: field owners are more than half of most objects, and the server writes them itself; of labels and
 * annotations, which are texts, there may be tens of thousands.
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
    const next = mayHold(item) ? yield* dropNulls(item) : item;
    if (next === item) continue;
    copy ??= [...items];
    copy[i] = next;
  }
  return copy ?? items;
}

/** Whether a value has nulls, or parts that may have some: most do not, and take no steps. */
function mayHold(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  lookSoon();
  // To list the members takes most of a turn: once must do.
  if (isKnownLarge(value)) return true;
  for (const name in value) if (typeof (value as Readonly<Record<string, unknown>>)[name] === "object") return true;
  return false;
}

/** One struct of an object without members that are null. Its members keep their values. */
export function withoutNulls<T extends object>(struct: T | undefined | null): Partial<T> {
  return Object.fromEntries(Object.entries(struct ?? {}).filter(([, member]) => member !== null)) as Partial<T>;
}
