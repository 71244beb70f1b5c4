/** What is known of maps with very many members: the engine lists all members to find one, longer than a turn may take. */
import { lookSoon } from "../steps.ts";

/** So many members are looked at each time; of maps with more, one is remembered. */
const MANY = 64;
/** A map with more members than this, whatever they are, takes a millisecond or two to print. */
export const LARGE = 4096;

/** A member of a map that has {@link MANY}. */
const members = new WeakMap<object, string>();
/** Maps that are {@link LARGE} by their own members. One that loses members counts as large all the same. */
const large = new WeakSet<object>();

/**
 * Whether a map has no members. Of a large map it costs a listing of all of them once, and nothing after {@link noteMembers}.
 */
export function isEmptyMap(map: object): boolean {
  const known = members.get(map);
  if (known !== undefined && Object.hasOwn(map, known)) return false;
  let count = 0;
  for (const name in map) {
    count += 1;
    if (count <= MANY) continue;
    members.set(map, name);
    lookSoon();
    break;
  }
  return count === 0;
}

/** Notes the names of the members of a map: for code that makes maps that may be large. */
export function noteMembers(map: object, names: readonly string[]): void {
  const [first] = names;
  if (first === undefined || names.length <= MANY) return;
  members.set(map, first);
  if (names.length > LARGE) noteLarge(map);
}

/** Whether a map is known to be large. */
export const isKnownLarge = (map: object): boolean => large.has(map);

/** Notes that a map is large. */
export const noteLarge = (map: object): void => {
  large.add(map);
};
