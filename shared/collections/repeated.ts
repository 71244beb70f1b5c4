import { atOnce, isTurnDue, type Steps } from "../steps.ts";

/**
 * The positions of items that repeat an earlier one.
 *
 * @param identityOf the key that equal items share; by default the item itself
 * @example repeated(["a", "b", "a"]) // Set { 2 }
 */
export const repeated = <T>(list: readonly T[], identityOf?: (item: T) => unknown): Set<number> =>
  atOnce(repeatedInSteps(list, identityOf));

/** {@link repeated} of a list that may be long. */
export function* repeatedInSteps<T>(
  list: readonly T[],
  identityOf: (item: T) => unknown = (item) => item,
): Steps<Set<number>> {
  const seen = new Set<unknown>();
  const positions = new Set<number>();
  for (const [position, item] of list.entries()) {
    if (isTurnDue()) yield;
    const identity = identityOf(item);
    if (seen.has(identity)) positions.add(position);
    seen.add(identity);
  }
  return positions;
}
