import { setMember } from "./setMember.ts";

/**
 * A copy of an object with a member in its place: right behind those of the others that stand before it. Members without a
 * value are left out. Written member by member: engines give each object that begins with a spread a shape of its own, and
 * code that meets many shapes is several times as slow.
 *
 * @param before members that stand before it, in their order
 */
export function insertMember<T extends object, K extends keyof T & string>(
  object: T,
  before: readonly (keyof T & string)[],
  name: K,
  value: T[K],
): T {
  const copy: Partial<T> = {};
  for (const earlier of before) if (object[earlier] !== undefined) copy[earlier] = object[earlier];
  copy[name] = value;
  for (const other of Object.keys(object) as (keyof T & string)[]) {
    if (object[other] !== undefined && !Object.hasOwn(copy, other)) setMember(copy, other, object[other]);
  }
  return copy as T;
}
