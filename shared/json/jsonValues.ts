/** Small helpers for decoded JSON, used by all files of this folder. */

import { isTurnDue, type Steps } from "../steps.ts";
import { JsonNumber } from "./jsonNumber.ts";
import { noteMembers } from "./largeMaps.ts";
import { setMember } from "./setMember.ts";

export type JsonMap = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is JsonMap =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A deep copy. {@link JsonNumber}s count as values and are shared. */
export function* cloneInSteps(value: unknown): Steps<unknown> {
  if (isTurnDue()) yield;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const copy: unknown[] = [];
    for (const item of items) {
      if (isTurnDue()) yield;
      copy.push(isScalar(item) ? item : yield* cloneInSteps(item));
    }
    return copy;
  }
  if (!isMap(value)) return value;
  const copy: Record<string, unknown> = {};
  const names = Object.keys(value);
  for (const name of names) {
    if (isTurnDue()) yield;
    const member = value[name];
    setMember(copy, name, isScalar(member) ? member : yield* cloneInSteps(member));
  }
  noteMembers(copy, names);
  return copy;
}

/** Whether a value contains no other values. */
const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;
