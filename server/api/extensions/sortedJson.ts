import { noteMembers } from "../../../shared/json/largeMaps.ts";
import { setMember } from "../../../shared/json/setMember.ts";
import { sortInSteps } from "../../../shared/sortInSteps.ts";
import { immediately, isTurnDue, type Steps } from "../../../shared/steps.ts";
import { isRecord } from "./schema/jsonSchema.ts";

/** A deep copy with the members of every object sorted by name, as custom resources are written. */
export function* sortJson(value: unknown): Steps<unknown> {
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    for (const item of value as readonly unknown[]) {
      if (isTurnDue()) yield;
      copy.push(typeof item === "object" ? yield* sortJson(item) : item);
    }
    return copy;
  }
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  const names = yield* sortInSteps(Object.keys(value));
  for (const name of names) {
    if (isTurnDue()) yield;
    const member = value[name];
    setMember(copy, name, typeof member === "object" ? yield* sortJson(member) : member);
  }
  noteMembers(copy, names);
  return copy;
}

/** The same at once. */
export const sortedJson = immediately(sortJson);

/** A shallow copy with members sorted by name. */
export function sortedMembers<T extends object>(value: T): T {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries) as T;
}
