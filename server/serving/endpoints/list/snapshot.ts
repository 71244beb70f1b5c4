import type { Steps } from "../../../../shared/steps.ts";

/**
 * A snapshot of items from a live source. Items are taken from the source one by one; the rest is copied only when the
 * caller yields to the event loop, so that a page of the first few of very many items does not copy them all.
 */
export class Snapshot<T> {
  #rest: Iterator<T>;
  #isCopied = false;

  constructor(source: Iterable<T>) {
    this.#rest = source[Symbol.iterator]();
  }

  next(): T | undefined {
    const { done, value } = this.#rest.next();
    return done === true ? undefined : value;
  }

  /** Copies the rest of the items. Call it in the turn in which the snapshot was made, before other work can run. */
  copyRest(): void {
    if (this.#isCopied) return;
    this.#isCopied = true;
    const rest: T[] = [];
    for (let next = this.next(); next !== undefined; next = this.next()) rest.push(next);
    this.#rest = rest.values();
  }
}

/** Runs steps, and copies the rest of the snapshot before the first yield. */
export function* copyBeforeYield<T>(snapshot: Snapshot<unknown>, steps: Steps<T>): Steps<T> {
  try {
    let step = steps.next();
    while (step.done !== true) {
      snapshot.copyRest();
      let input: unknown;
      try {
        input = yield step.value;
      } catch (error) {
        step = steps.throw(error);
        continue;
      }
      step = steps.next(input);
    }
    return step.value;
  } finally {
    // When this generator is abandoned, the inner steps are abandoned as well.
    steps.return(undefined as never);
  }
}
