import { errorsOfEach, errorsWithin, type ItemRule } from "../../../../shared/errorsOfEach.ts";
import { child, duplicate, type FieldError, tooMany } from "../../../../shared/fieldError.ts";
import { finished, type Steps } from "../../../../shared/steps.ts";
import { duplicateText } from "../../../ground/formats/wording/goText.ts";

/** The validation rule of an item; in steps when the item contains lists itself. */
type Rule<T> = ItemRule<T, FieldError[] | Steps<FieldError[]>>;

/** Field errors of a list's items and of its length. @param max no limit when undefined */
export function* validateList<T>(
  items: readonly T[] | undefined,
  max: number | undefined,
  validate: Rule<T>,
  path: string,
): Steps<FieldError[]> {
  const list = items ?? [];
  const errors = yield* errorsWithin(list, path, (item, at, i) => finished<FieldError[]>(validate(item, at, i)));
  if (max !== undefined && list.length > max) errors.push(tooMany(path, list.length, max));
  return errors;
}

/** How the items of a set are compared. */
export interface SetKey<T> {
  of(item: T): string;
  /** Member that the error names; without it, the error names the item. */
  readonly member?: string;
  /** Whether messages print the key without quotes. */
  readonly isBare?: boolean;
}

/** The key of an item that is its own key. */
export const ITSELF: SetKey<string> = { of: (item) => item };

/** The same for a list without duplicates. */
export function* validateSet<T>(
  items: readonly T[] | undefined,
  max: number | undefined,
  validate: Rule<T>,
  key: SetKey<T>,
  path: string,
): Steps<FieldError[]> {
  const errors = yield* validateList(items, max, validate, path);
  const seen = new Set<string>();
  const repeated = errorsOfEach(items, path, (item, at) => {
    const name = key.of(item);
    if (seen.has(name)) {
      const where = key.member === undefined ? at : child(at, key.member);
      return [key.isBare === true ? duplicateText(where, name) : duplicate(where, name)];
    }
    seen.add(name);
    return [];
  });
  return [...errors, ...(yield* repeated)];
}
