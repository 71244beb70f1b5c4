/**
 * A computation in steps: it yields where other work may have a turn of the event loop, and returns its result. So a
 * large input does not keep other requests waiting, and the same code handles a small one at once. It may yield a
 * promise as well, whose value it then gets (see {@link awaited}).
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
export type Steps<T> = Generator<Promise<unknown> | undefined, T, unknown>;

/** How many parts are done between two looks at the clock. */
const PARTS_PER_LOOK = 32;

/** When the time of the running computation is over; nothing else runs until it yields. */
let deadline = Number.POSITIVE_INFINITY;
let parts = 0;

/** Whether the time of the running computation is over: to be called after parts that are large themselves. */
export const isTurnOver = (): boolean => performance.now() >= deadline;

/** Whether the time of the running computation is over. It costs next to nothing, so call it for every part. */
export function isTurnDue(): boolean {
  parts = (parts + 1) % PARTS_PER_LOOK;
  return parts === 0 && performance.now() >= deadline;
}

/** Lets the next {@link isTurnDue} look at the clock: called by what may have taken long and cannot yield itself. */
export function lookSoon(): void {
  parts = PARTS_PER_LOOK - 1;
}

/** Runs steps up to their end without a pause. @throws Error when they have to wait for something */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = advance(steps, Number.POSITIVE_INFINITY);
    if (step.done === true) return step.value;
    if (step.value !== undefined) throw new Error("the work cannot be done at once");
  }
}

/** Turns a function that returns steps into one that does its work at once. */
export const immediately =
  <P extends readonly unknown[], T>(inSteps: (...parameters: P) => Steps<T>) =>
  (...parameters: P): T =>
    atOnce(inSteps(...parameters));

/**
 * Takes one step, in which the work goes on until the clock (`performance.now()`) shows `until`.
 * @param take how it is taken, when it is not simply the next one
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

/** The promise's value. */
export function* awaited<T>(promise: Promise<T>): Steps<T> {
  return (yield promise) as T;
}

/** The value, now or later. */
export function* settled<T>(value: T | Promise<T>): Steps<T> {
  return value instanceof Promise ? yield* awaited(value) : value;
}

/** The result of work that was done at once, or that is done in these steps. */
export function* finished<T>(work: T | Steps<T>): Steps<T> {
  return isSteps(work) ? yield* work : work;
}

/** Whether work is still to be done in steps. */
export const isSteps = <T>(work: T | Steps<T>): work is Steps<T> =>
  typeof work === "object" && work !== null && Symbol.iterator in work && "next" in work;

/** Makes something of each item; looks at the clock after each. */
export function* each<A, B>(items: Iterable<A>, make: (item: A, i: number) => B): Steps<B[]> {
  const made: B[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    if (isTurnOver()) yield;
  }
  return made;
}

/** {@link each} for what takes steps of its own. */
export function* eachSteps<A, B>(items: Iterable<A>, make: (item: A, i: number) => Steps<B>): Steps<B[]> {
  const made: B[] = [];
  for (const item of items) {
    made.push(yield* make(item, made.length));
    if (isTurnOver()) yield;
  }
  return made;
}

/** Makes a list of each item, and joins the lists; looks at the clock after each. */
export function* flatEach<A, B>(items: readonly A[], make: (item: A, i: number) => readonly B[]): Steps<B[]> {
  const made: B[] = [];
  for (const [i, item] of items.entries()) {
    for (const one of make(item, i)) made.push(one);
    if (isTurnOver()) yield;
  }
  return made;
}

/** {@link flatEach} for items that take steps of their own. */
export function* flatSteps<A, B>(items: readonly A[], make: (item: A, i: number) => Steps<readonly B[]>): Steps<B[]> {
  const made: B[] = [];
  for (const [i, item] of items.entries()) for (const one of yield* make(item, i)) made.push(one);
  return made;
}
