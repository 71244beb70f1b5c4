/**
 * Turns of the event loop, shared by everything in this process that computes for long. Work of many requests may become
 * ready in one turn: together they get what one of them would get, and the others wait for a turn of their own.
 */
import { Slice, SliceSpent } from "./slice.ts";
import type { Steps } from "./steps.ts";

/** What is done for all requests together in one turn: a few milliseconds. */
export const TURN_UNITS = 20_000;
/** Milliseconds that work in steps goes on for before it lets others have a turn. */
const STRETCH = 10;

let current: Slice | undefined;
const waiting: (() => void)[] = [];
let scheduled = false;

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    current = undefined;
    // One at a time: between two of them the event loop looks at sockets and timers.
    waiting.shift()?.();
    if (waiting.length > 0) schedule();
  });
}

/** What is left of this turn. */
function thisTurn(): Slice {
  if (current === undefined) {
    current = new Slice(TURN_UNITS);
    schedule();
  }
  return current;
}

/** Resolves in a turn in which nothing was done yet; those who wait come one after the other. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

/**
 * Does work within one turn: at once where this turn has enough left, else from the beginning in a turn of its own.
 * @param work takes from the slice what it does, and changes nothing before it is done
 * @throws SliceSpent when a whole turn is not enough
 */
export function withinTurn<T>(work: (slice: Slice) => T): T | Promise<T> {
  const slice = thisTurn();
  const isWhole = slice.left === TURN_UNITS;
  try {
    return work(slice);
  } catch (error) {
    if (isWhole || !(error instanceof SliceSpent)) throw error;
  }
  return nextTurn().then(() => work(thisTurn()));
}

/** Does the work a few milliseconds at a time; at once when it takes no longer. */
export function inTurns<T>(steps: Steps<T>): T | Promise<T> {
  const first = stretch(steps, steps.next());
  return first.done === true ? first.value : goOn(steps, first.value);
}

async function goOn<T>(steps: Steps<T>, wanted: Promise<unknown> | undefined): Promise<T> {
  let result: Result<T> = { done: false, value: wanted };
  while (result.done !== true) {
    if (result.value === undefined) {
      await nextTurn();
      result = stretch(steps, steps.next());
    } else result = stretch(steps, await settled(steps, result.value));
  }
  return result.value;
}

type Result<T> = IteratorResult<Promise<unknown> | undefined, T>;

/** Goes on with what the promise brings. */
async function settled<T>(steps: Steps<T>, promise: Promise<unknown>): Promise<Result<T>> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return steps.throw(error);
  }
  return steps.next(value);
}

/** Goes on until it is done, has to wait, or has had its time. */
function stretch<T>(steps: Steps<T>, from: Result<T>): Result<T> {
  const end = performance.now() + STRETCH;
  let result = from;
  while (result.done !== true && result.value === undefined && performance.now() < end) result = steps.next();
  return result;
}
