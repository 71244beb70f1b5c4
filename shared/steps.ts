/**
 * A computation in steps: it yields to let other work run on the event loop, and returns its result. So a large input
 * does not block other requests, and the same code can handle a small input without pausing. It may also yield a
 * promise, and then receives its value (see {@link awaited}).
 *
 * A function that returns steps calls {@link isTurnDue} for each part of its input, and yields when it returns true:
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
export type Steps<T> = Generator<Promise<unknown> | undefined, T, unknown>;

/** Number of parts between two checks of the clock. */
const PARTS_PER_CHECK = 32;

/** End of the running computation's time slice; nothing else runs until it yields. */
let deadline = Number.POSITIVE_INFINITY;
let parts = 0;

/** Whether the time slice has ended. Checks the clock on every call: use it after large parts. */
export const isTurnOver = (): boolean => performance.now() >= deadline;

/**
 * Whether the time slice has ended. Checks the clock only now and then, so it is cheap enough to call for every part.
 */
export function isTurnDue(): boolean {
  parts = (parts + 1) % PARTS_PER_CHECK;
  return parts === 0 && performance.now() >= deadline;
}

/** Makes the next {@link isTurnDue} check the clock: call it after long work that cannot yield itself. */
export function checkClockSoon(): void {
  parts = PARTS_PER_CHECK - 1;
}

/** Runs steps to the end without pausing. @throws Error when a step yields a promise */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = advance(steps, Number.POSITIVE_INFINITY);
    if (step.done === true) return step.value;
    if (step.value !== undefined) throw new Error("the work cannot be done at once");
  }
}

/** Turns a function that returns steps into one that runs without pausing. */
export const immediately =
  <P extends readonly unknown[], T>(inSteps: (...parameters: P) => Steps<T>) =>
  (...parameters: P): T =>
    atOnce(inSteps(...parameters));

/**
 * Runs one step, whose time slice ends when the clock (`performance.now()`) reaches `until`.
 * @param take takes the step; by default `steps.next()`
 */
export function advance<T>(
  steps: Steps<T>,
  until: number,
  take: (steps: Steps<T>) => IteratorResult<Promise<unknown> | undefined, T> = next,
): IteratorResult<Promise<unknown> | undefined, T> {
  const outer = deadline;
  deadline = until;
  try {
    return take(steps);
  } finally {
    deadline = outer;
  }
}

const next = <T>(steps: Steps<T>): IteratorResult<Promise<unknown> | undefined, T> => steps.next();

/** Waits for a promise; returns its value. */
export function* awaited<T>(promise: Promise<T>): Steps<T> {
  return (yield promise) as T;
}

/** Returns a value, waiting for it if it is a promise. */
export function* settled<T>(value: T | Promise<T>): Steps<T> {
  return value instanceof Promise ? yield* awaited(value) : value;
}

/** Returns the result of work, running it in these steps if it is not done yet. */
export function* finished<T>(work: T | Steps<T>): Steps<T> {
  return isSteps(work) ? yield* work : work;
}

/** Whether the work is steps rather than a result. */
export const isSteps = <T>(work: T | Steps<T>): work is Steps<T> =>
  typeof work === "object" && work !== null && Symbol.iterator in work && "next" in work;

/** Maps each item; checks the clock after each. */
export function* each<A, B>(items: Iterable<A>, make: (item: A, i: number) => B): Steps<B[]> {
  const made: B[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    if (isTurnOver()) yield;
  }
  return made;
}

/** {@link each} for a function that returns steps. */
export function* eachSteps<A, B>(items: Iterable<A>, make: (item: A, i: number) => Steps<B>): Steps<B[]> {
  const made: B[] = [];
  for (const item of items) {
    made.push(yield* make(item, made.length));
    if (isTurnOver()) yield;
  }
  return made;
}

/** Maps each item to a list and concatenates the lists; checks the clock after each item. */
export function* flatEach<A, B>(items: readonly A[], make: (item: A, i: number) => readonly B[]): Steps<B[]> {
  const made: B[] = [];
  for (const [i, item] of items.entries()) {
    for (const one of make(item, i)) made.push(one);
    if (isTurnOver()) yield;
  }
  return made;
}

/** {@link flatEach} for a function that returns steps. */
export function* flatSteps<A, B>(items: readonly A[], make: (item: A, i: number) => Steps<readonly B[]>): Steps<B[]> {
  const made: B[] = [];
  for (const [i, item] of items.entries()) for (const one of yield* make(item, i)) made.push(one);
  return made;
}
