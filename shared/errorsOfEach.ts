import { type FieldError, FieldErrorList, index } from "./fieldError.ts";
import { isTurnDue, type Steps } from "./steps.ts";

/** Validates one item of a list, given the item's path such as `spec.ports[0]`. */
export type ItemRule<T, Result> = (item: T, path: string, i: number) => Result;

/**
 * Field errors of all items of a list that may be long. Runs in steps, and stops when no more errors can be reported.
 * @param path of the list
 */
export function* errorsOfEach<T>(
  items: Iterable<T> | undefined | null,
  path: string,
  rule: ItemRule<T, Iterable<FieldError>>,
): Steps<FieldError[]> {
  const found = new FieldErrorList();
  let i = 0;
  for (const item of items ?? []) {
    if (found.isFull) break;
    if (isTurnDue()) yield;
    found.addAll(rule(item, index(path, i), i));
    i += 1;
  }
  return found.errors;
}

/** {@link errorsOfEach} for items that contain long lists themselves. */
export function* errorsWithin<T>(
  items: Iterable<T> | undefined | null,
  path: string,
  rule: ItemRule<T, Steps<Iterable<FieldError>>>,
): Steps<FieldError[]> {
  const found = new FieldErrorList();
  let i = 0;
  for (const item of items ?? []) {
    if (found.isFull) break;
    if (isTurnDue()) yield;
    found.addAll(yield* rule(item, index(path, i), i));
    i += 1;
  }
  return found.errors;
}
