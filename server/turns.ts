import { advance, type Steps } from "../shared/steps.ts";

/** How long computations in steps may keep the event loop, all of them together: milliseconds. */
const TURN = 10;
/** A computation that takes no longer is never interrupted, however much others have to do: milliseconds. */
const SHORT = 3;

/** When the turn of the event loop began in which something was computed last; undefined once it is over. */
let turnBegan: number | undefined;
/** Settles when those that wait have had their turns: each gets one of its own. */
let queue: Promise<void> = Promise.resolve();

const nextTurn = (): Promise<void> => {
  queue = queue.then(() => new Promise((resolve) => setImmediate(resolve)));
  return queue;
};

/** When what begins now has to let others go on. */
function deadline(): number {
  const now = performance.now();
  if (turnBegan === undefined) {
    turnBegan = now;
    setImmediate(() => {
      turnBegan = undefined;
    });
  }
  return Math.max(turnBegan + TURN, now + SHORT);
}

/**
 * Runs a computation, with a turn of the event loop for others whenever it has taken its time. What is small is done at
 * once. Large ones that run at the same time take turns.
 *
 * Objects that others may change meanwhile must not be read: what is stored is never changed in place, and a commit is
 * guarded by the revision that was read.
 */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = advance(steps, deadline());
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** Lets others go on, if this turn of the event loop has taken its time: to be called before work that has no steps. */
export async function turnIfDue(): Promise<void> {
  if (turnBegan !== undefined && performance.now() >= turnBegan + TURN) await nextTurn();
}
