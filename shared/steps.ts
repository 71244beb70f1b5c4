/**
 * A computation in steps: it yields where others may have a turn of the event loop, and returns its result. A large input
 * is worked through so without keeping anybody waiting, by the same code that works through a small one at once.
 *
 * A function that returns steps asks {@link isTurnDue} for each part of its input, and yields when it is:
 *
 * @example
 * function* sum(numbers: readonly number[]): Steps<number> {
 *   let total = 0;
 *   for (const number of numbers) {
 *     if (isTurnDue()) yield;
 *     total += number;
 *   }
 *   return total;
 * }
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** How many parts go by between two looks at the clock. */
const PARTS_PER_LOOK = 32;

/** When the computation that runs has had its time; nothing else runs until it yields. */
let deadline = Number.POSITIVE_INFINITY;
let parts = 0;

/** Whether the computation that runs has had its time: to be asked after parts that are large themselves. */
export const isTurnOver = (): boolean => performance.now() >= deadline;

/** Whether the computation that runs has had its time. Costs next to nothing, so that it may be asked for every part. */
export function isTurnDue(): boolean {
  parts = (parts + 1) % PARTS_PER_LOOK;
  return parts === 0 && performance.now() >= deadline;
}

/** Runs steps up to their end without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = advance(steps, Number.POSITIVE_INFINITY);
    if (step.done === true) return step.value;
  }
}

/** A function that returns steps, as one that does its work at once. */
export const immediately =
  <P extends readonly unknown[], T>(inSteps: (...parameters: P) => Steps<T>) =>
  (...parameters: P): T =>
    atOnce(inSteps(...parameters));

/** Runs steps until they are done, or until the clock (`performance.now()`) shows `until`. */
export function advance<T>(steps: Steps<T>, until: number): IteratorResult<undefined, T> {
  const outer = deadline;
  deadline = until;
  try {
    return steps.next();
  } finally {
    deadline = outer;
  }
}
