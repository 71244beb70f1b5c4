/**
 * Work that yields wherever others may have a turn, and returns its result. It may yield a promise as well, whose value it
 * then gets.
 */
export type Steps<T> = Generator<Promise<unknown> | undefined, T, unknown>;

/** Does the work at once. @throws Error when it has to wait for something */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const result = steps.next();
    if (result.done === true) return result.value;
    if (result.value !== undefined) throw new Error("the work cannot be done at once");
  }
}

/** The promise's value. */
export function* awaited<T>(promise: Promise<T>): Steps<T> {
  return (yield promise) as T;
}

/** The value, now or later. */
export function* settled<T>(value: T | Promise<T>): Steps<T> {
  return value instanceof Promise ? yield* awaited(value) : value;
}

/** Makes something of each item, a step each. */
export function* each<A, B>(items: Iterable<A>, make: (item: A, i: number) => B): Steps<B[]> {
  const made: B[] = [];
  for (const item of items) {
    made.push(make(item, made.length));
    yield;
  }
  return made;
}

/** Makes a list of each item, a step each, and joins the lists. */
export function* flatEach<A, B>(items: readonly A[], make: (item: A, i: number) => readonly B[]): Steps<B[]> {
  const made: B[] = [];
  for (const [i, item] of items.entries()) {
    for (const one of make(item, i)) made.push(one);
    yield;
  }
  return made;
}

/** {@link flatEach} for items that take steps of their own. */
export function* flatSteps<A, B>(items: readonly A[], make: (item: A, i: number) => Steps<readonly B[]>): Steps<B[]> {
  const made: B[] = [];
  for (const [i, item] of items.entries()) for (const one of yield* make(item, i)) made.push(one);
  return made;
}
