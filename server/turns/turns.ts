import { advance, type Steps } from "../../shared/steps.ts";

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

/** What has more members and items than this is large. */
const LARGE = 4096;
/** So many characters of text count as one. */
const TEXT_PART = 256;

/** Lets others go on before work that has no steps, when the value that it is about is large. */
export async function turnFor(value: unknown): Promise<void> {
  if (isLarge(value)) await nextTurn();
}

/** Looks at no more of the value than it takes to know. */
function isLarge(value: unknown): boolean {
  const pending: unknown[] = [value];
  let parts = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") parts += next.length / TEXT_PART;
    if (typeof next === "object" && next !== null) {
      for (const name in next) {
        parts += 1;
        if (parts > LARGE) return true;
        pending.push((next as Readonly<Record<string, unknown>>)[name] ?? null);
      }
    }
    if (parts > LARGE) return true;
  }
  return false;
}

/**
 * Between two phases of a request's work: lets others have their turn when the phase took long.
 * @param began when it began, as `performance.now()` tells it
 */
export async function turnAfter(began: number): Promise<void> {
  if (performance.now() - began >= TURN) await nextTurn();
}

/**
 * For long work in small steps that wait for something themselves: call it between two of them. It gives a promise to wait
 * for when the work has had the event loop for long enough, and undefined while it may go on.
 *
 * @example const pause = takeTurns(); for (const step of steps) { await step(); await pause(); }
 */
export function takeTurns(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let began = now();
  return () => {
    if (now() - began < TURN) return undefined;
    return nextTurn().then(() => {
      began = now();
    });
  };
}
