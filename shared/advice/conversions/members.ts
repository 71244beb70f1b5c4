/** Reads decoded JSON of unknown shape, and modifies copies of it. */

export type Members = Record<string, unknown>;

/** The value if it is an object, else undefined. */
export const membersOf = (value: unknown): Members | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : undefined;

/** The objects in a list; empty when the value is not a list. */
export const recordsOf = (value: unknown): Members[] =>
  Array.isArray(value) ? value.map(membersOf).filter((item) => item !== undefined) : [];

/** The object at a path of member names, or undefined. */
export const memberAt = (value: unknown, ...path: readonly string[]): Members | undefined =>
  path.reduce<Members | undefined>((object, name) => membersOf(ownOf(object, name)), membersOf(value));

/** An own property of the object, or undefined. */
export const ownOf = (object: Members | undefined, name: string): unknown =>
  object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;

/** Whether the member is missing or null. */
export const isAbsent = (object: Members, name: string): boolean => (ownOf(object, name) ?? null) === null;

/** The object stored in a member, created if it is missing; undefined when the member has another type of value. */
export function ensureMember(object: Members, name: string): Members | undefined {
  if (isAbsent(object, name)) object[name] = {};
  return membersOf(object[name]);
}

/** Sets a member if it is absent. */
export function fill(object: Members, name: string, value: unknown): void {
  if (isAbsent(object, name)) object[name] = value;
}

/** Removes and returns a member; undefined when it was absent. */
export function take(object: Members, name: string): unknown {
  const value = ownOf(object, name) ?? undefined;
  delete object[name];
  return value;
}

/** Renames a member, unless the new name is already in use. */
export function rename(object: Members, from: string, to: string): void {
  const value = take(object, from);
  if (value !== undefined) fill(object, to, value);
}
