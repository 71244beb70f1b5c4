import { setMember } from "./setMember.ts";

/**
 * A copy of an object with a member inserted directly after the given ones. Omits undefined members. Copies member by
 * member: engines give every object that begins with a spread its own hidden class, and code that meets many hidden
 * classes is several times slower.
 *
 * @param before members that precede the new one, in order
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
