import { isTurnDue, type Steps } from "../steps.ts";
import { noteMembers } from "./largeMaps.ts";
import { setMember } from "./setMember.ts";

/** A map with fewer members is copied at once. */
const FEW = 64;

/** A copy of a map with its members as they are. The engine takes longer than a turn for one of very many members. */
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
