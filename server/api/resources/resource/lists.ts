import { child, duplicate, type FieldError, index, tooMany } from "../../../../shared/fieldError.ts";

/** Field errors of the items of a list, and of its length. @param max no limit when undefined */
export function validateList<T>(
  items: readonly T[] | undefined,
  max: number | undefined,
  validate: (item: T, path: string) => FieldError[],
  path: string,
): FieldError[] {
  const list = items ?? [];
  const errors = list.flatMap((item, i) => validate(item, index(path, i)));
  if (max !== undefined && list.length > max) errors.push(tooMany(path, list.length, max));
  return errors;
}

/** How items of a set are told apart. */
export interface SetKey<T> {
  of(item: T): string;
  /** Member that the finding is about; the item itself without one. */
  readonly member?: string;
}

/** An item is its own key. */
export const ITSELF: SetKey<string> = { of: (item) => item };

/** The same for a list without repetitions. */
export function validateSet<T>(
  items: readonly T[] | undefined,
  max: number | undefined,
  validate: (item: T, path: string) => FieldError[],
  key: SetKey<T>,
  path: string,
): FieldError[] {
  const errors = validateList(items, max, validate, path);
  const seen = new Set<string>();
  for (const [i, item] of (items ?? []).entries()) {
    const at = index(path, i);
    const name = key.of(item);
    if (seen.has(name)) errors.push(duplicate(key.member === undefined ? at : child(at, key.member), name));
    seen.add(name);
  }
  return errors;
}
