/**
 * Turns of the event loop, shared by everything in this process that computes for long. Work of many requests may
 * become ready in one turn: together they get the time of one, and the others wait for a turn of their own.
 */
import { Fifo } from "../../../shared/collections/fifo.ts";
import { advance, awaited, type Steps } from "../../../shared/steps.ts";
import { type InFlight, lending, requestTimeout } from "../request/inFlight.ts";
import { Slice, SliceSpent } from "./slice.ts";

/** How long computations in steps may keep the event loop, all of them together: milliseconds. */
const TURN = 10;
/** A computation that takes no longer is not interrupted, however much other work there is: milliseconds. */
const SHORT = 3;
/**
 * So long took a turn in which something could not be interrupted, such as the listing of a large map: milliseconds. What
 * begins in it is interrupted at once, as it may do the same.
 */
const OVERDRAWN = 3 * TURN;
/** The same allowance in units of work, for code that counts them: see {@link Slice}. */
export const TURN_UNITS = 20_000;

/** The turn in which something was computed last. */
interface Turn {
  readonly began: number;
  readonly slice: Slice;
}

let current: Turn | undefined;
const waiting = new Fifo<() => void>();
let scheduled = false;

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    current = undefined;
    // One at a time: between two of them the event loop looks at sockets and timers.
    waiting.shift()?.();
    if (waiting.size > 0) schedule();
  });
}

/** What is left of this turn. */
function thisTurn(): Turn {
  if (current === undefined) {
    current = { began: performance.now(), slice: new Slice(TURN_UNITS) };
    schedule();
  }
  return current;
}

/** Resolves in a turn in which nothing was done yet; callers that wait come one after the other. */
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
  const { slice } = thisTurn();
  const isWhole = slice.left === TURN_UNITS;
  try {
    return work(slice);
  } catch (error) {
    if (isWhole || !(error instanceof SliceSpent)) throw error;
  }
  return nextTurn().then(() => work(thisTurn().slice));
}

/**
 * Runs a computation; yields a turn of the event loop to other work each time its time slice is used up. A small one is
 * finished at once. A long one stops in the middle once its request has ended.
 *
 * It must not read objects that other code may change meanwhile. Stored objects are never changed in place, and a
 * commit is guarded by the revision that was read.
 *
 * @param request for which the computation is; without one, it always goes on. It lends its room while another program is
 *   asked (see {@link answered})
 * @throws ApiError 504 when the request ended before
 */
export function inTurns<T>(steps: Steps<T>, request?: InFlight): T | Promise<T> {
  const first = stretch(steps);
  return first.done === true ? first.value : goOn(steps, first.value, request);
}

type Result<T> = IteratorResult<Promise<unknown> | undefined, T>;

async function goOn<T>(
  steps: Steps<T>,
  wanted: Promise<unknown> | undefined,
  request: InFlight | undefined,
): Promise<T> {
  let result: Result<T> = { done: false, value: wanted };
  while (result.done !== true) {
    if (request?.signal.aborted === true) {
      steps.return(undefined as never);
      throw requestTimeout();
    }
    if (result.value === undefined) {
      await nextTurn();
      result = stretch(steps);
    } else {
      result = stretch(steps, await resumption(result.value, request));
    }
  }
  return result.value;
}

/** Answers that are waited for from other programs. */
const programs = new WeakSet<Promise<unknown>>();

/** What another program answers: while it is asked, the request for which this is done lends its room. */
export function answered<T>(answer: Promise<T>): Steps<T> {
  programs.add(answer);
  return awaited(answer);
}

/** How work goes on with what a promise brings. */
async function resumption(
  promise: Promise<unknown>,
  request: InFlight | undefined,
): Promise<<T>(steps: Steps<T>) => Result<T>> {
  try {
    const value = await (programs.has(promise) ? lending(request, () => promise) : promise);
    return (steps) => steps.next(value);
  } catch (error) {
    return (steps) => steps.throw(error);
  }
}

/** Goes on until the work is done, has to wait, or its time is over. */
function stretch<T>(steps: Steps<T>, take?: (steps: Steps<T>) => Result<T>): Result<T> {
  const now = performance.now();
  const { began } = thisTurn();
  const until = now - began > OVERDRAWN ? now : Math.max(began + TURN, now + SHORT);
  let result = advance(steps, until, take);
  while (result.done !== true && result.value === undefined && performance.now() < until)
    result = advance(steps, until);
  return result;
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
 * for when this turn is used up, by this work or by others, and undefined while the work may go on.
 *
 * @example for (const step of steps) { await step(); await turnIfSpent(); }
 */
export const turnIfSpent = (): Promise<void> | undefined => (isTurnSpent() ? nextTurn() : undefined);

/** Whether the computations of this turn, those of all requests together, have used its time up. */
export const isTurnSpent = (): boolean => performance.now() - thisTurn().began >= TURN;
