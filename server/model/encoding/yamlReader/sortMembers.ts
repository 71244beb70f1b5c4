import { JsonNumber } from "../../../../shared/json/jsonNumber.ts";
import { setMember } from "../../../../shared/json/setMember.ts";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { immediately, isTurnDue, type Steps } from "../../../../shared/steps.ts";

/** Sorts members by name at every level, because the reference converts YAML to JSON with sorted names. */
export function* sortMembersInSteps(value: unknown): Steps<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value as readonly unknown[]) {
      if (isTurnDue()) yield;
      items.push(typeof item === "object" ? yield* sortMembersInSteps(item) : item);
    }
    return items;
  }
  if (value === null || typeof value !== "object" || value instanceof JsonNumber) return value;
  const sorted: Record<string, unknown> = {};
  for (const name of yield* sortInSteps(Object.keys(value))) {
    if (isTurnDue()) yield;
    const member = (value as Readonly<Record<string, unknown>>)[name];
    setMember(sorted, name, typeof member === "object" ? yield* sortMembersInSteps(member) : member);
  }
  return sorted;
}

/** The same in one go. */
export const sortMembers = immediately(sortMembersInSteps);
