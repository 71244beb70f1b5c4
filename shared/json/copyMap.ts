import { isTurnDue, type Steps } from "../steps.ts";
import { noteMembers } from "./largeMaps.ts";
import { setMember } from "./setMember.ts";

/** Maximum number of members of a map that is copied without pausing. */
const FEW = 64;

/** A shallow copy of a map, in steps: copying a very large map would block the event loop for too long. */
export function* copyMap<T>(map: Readonly<Record<string, T>>): Steps<Record<string, T>> {
  const names = Object.keys(map);
  if (names.length < FEW) return { ...map };
  const copy: Record<string, T> = {};
  for (const name of names) {
    if (isTurnDue()) yield;
    setMember(copy, name, map[name]);
  }
  noteMembers(copy, names);
  return copy;
}
