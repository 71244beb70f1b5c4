/** Looks into decoded JSON of unknown shape, and changes copies of it. */

export type Members = Record<string, unknown>;

/** The value where it is an object; undefined for all else. */
export const membersOf = (value: unknown): Members | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : undefined;

/** The objects of a list; none for what is no list. */
export const recordsOf = (value: unknown): Members[] =>
  Array.isArray(value) ? value.map(membersOf).filter((item) => item !== undefined) : [];

/** The object at a path of names; undefined when there is none. */
export const memberAt = (value: unknown, ...path: readonly string[]): Members | undefined =>
  path.reduce<Members | undefined>((object, name) => membersOf(ownOf(object, name)), membersOf(value));

/** A member of its own; undefined when there is none. */
export const ownOf = (object: Members | undefined, name: string): unknown =>
  object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;

/** Whether nothing stands there: absent and null mean the same. */
export const isAbsent = (object: Members, name: string): boolean => (ownOf(object, name) ?? null) === null;

/** The object that is a member, created if it is missing; undefined where something else stands. */
export function madeMember(object: Members, name: string): Members | undefined {
  if (isAbsent(object, name)) object[name] = {};
  return membersOf(object[name]);
}

/** Sets what is absent. */
export function fill(object: Members, name: string, value: unknown): void {
  if (isAbsent(object, name)) object[name] = value;
}

/** Takes a member out; undefined when it was absent. */
export function take(object: Members, name: string): unknown {
  const value = ownOf(object, name) ?? undefined;
  delete object[name];
  return value;
}

/** Gives a member another name, unless something stands there already. */
export function rename(object: Members, from: string, to: string): void {
  const value = take(object, from);
  if (value !== undefined) fill(object, to, value);
}
