/**
 * Remembers facts about very large maps. The engine lists all members of a map to find the first one, which can block
 * the event loop for too long.
 */
import { checkClockSoon } from "../steps.ts";

/** Maps with more members than this have one of them remembered; smaller ones are checked each time. */
const MANY = 64;
/** A map with more members than this takes at least a millisecond or two to print. */
export const LARGE = 4096;

/** One member of each map that has more than {@link MANY}. */
const members = new WeakMap<object, string>();
/** Maps with more than {@link LARGE} members. A map that later loses members still counts as large. */
const large = new WeakSet<object>();

/**
 * Whether a map has no members. For a large map the first call lists all members, unless {@link noteMembers} was called
 * before.
 */
export function isEmptyMap(map: object): boolean {
  const known = members.get(map);
  if (known !== undefined && Object.hasOwn(map, known)) return false;
  let count = 0;
  for (const name in map) {
    count += 1;
    if (count <= MANY) continue;
    members.set(map, name);
    checkClockSoon();
    break;
  }
  return count === 0;
}

/** Records the member names of a new map; call it where maps that may be large are created. */
export function noteMembers(map: object, names: readonly string[]): void {
  const [first] = names;
  if (first === undefined || names.length <= MANY) return;
  members.set(map, first);
  if (names.length > LARGE) noteLarge(map);
}

/** Whether a map is known to be large. */
export const isKnownLarge = (map: object): boolean => large.has(map);

/** Records that a map is large. */
export const noteLarge = (map: object): void => {
  large.add(map);
};
