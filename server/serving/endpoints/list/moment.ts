import type { Steps } from "../../../../shared/steps.ts";

/**
 * Items of something that goes on, as they are at one moment. They are taken from it one by one; what is left is copied
 * only when others get a turn in between, so that a page of the first few of very many does not copy them all.
 */
export class Moment<T> {
  #rest: Iterator<T>;
  #isHeld = false;

  constructor(source: Iterable<T>) {
    this.#rest = source[Symbol.iterator]();
  }

  next(): T | undefined {
    const { done, value } = this.#rest.next();
    return done === true ? undefined : value;
  }

  /** Copies what is left: to be called in the turn of the moment, before others have theirs. */
  hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    const rest: T[] = [];
    for (let next = this.next(); next !== undefined; next = this.next()) rest.push(next);
    this.#rest = rest.values();
  }
}

/** Runs steps, and holds the rest of the moment before others have a turn. */
export function* untilThen<T>(moment: Moment<unknown>, steps: Steps<T>): Steps<T> {
  try {
    let step = steps.next();
    while (step.done !== true) {
      moment.hold();
      let told: unknown;
      try {
        told = yield step.value;
      } catch (error) {
        step = steps.throw(error);
        continue;
      }
      step = steps.next(told);
    }
    return step.value;
  } finally {
    // Who gives these steps up in the middle gives up those, too.
    steps.return(undefined as never);
  }
}
