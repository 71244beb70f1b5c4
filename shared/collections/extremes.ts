/**
 * The largest of any number of numbers. `Math.max(...numbers)` passes each number as an argument, and engines support
 * only some ten thousand arguments.
 *
 * @returns -Infinity when there are none
 */
export function maxOf(numbers: Iterable<number>): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const number of numbers) largest = Math.max(largest, number);
  return largest;
}

/** The smallest of any number of numbers: see {@link maxOf}. @returns Infinity when there are none */
export function minOf(numbers: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const number of numbers) smallest = Math.min(smallest, number);
  return smallest;
}
