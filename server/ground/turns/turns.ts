/**
 * Turns of the event loop, shared by all long computations in this process. Work of many requests may become ready in
 * one turn: together they get the time of one turn, and the rest waits for later turns.
 */
import { Fifo } from "../../../shared/collections/fifo.ts";
import { advance, awaited, type Steps } from "../../../shared/steps.ts";
import { type InFlight, lendingMemory, requestTimeout } from "../request/inFlight.ts";
import { Slice, SliceSpent } from "./slice.ts";

/** Milliseconds that all computations in steps together may occupy the event loop in one turn. */
const TURN = 10;
/** Milliseconds for which a computation is never interrupted, however much other work there is. */
const SHORT = 3;
/**
 * Milliseconds after which a turn counts as overdrawn: something in it could not be interrupted, such as the listing of
 * a large map. A computation that begins in it yields at once, as it may do the same.
 */
const MAX_OVERRUN = 3 * TURN;
/** The allowance of a turn in units of work, for code that counts them: see {@link Slice}. */
export const TURN_UNITS = 20_000;

/** The turn of the latest computation. */
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
    // One at a time: between two of them the event loop handles sockets and timers.
    waiting.shift()?.();
    if (waiting.size > 0) schedule();
  });
}

/** The state of the current turn. */
function thisTurn(): Turn {
  if (current === undefined) {
    current = { began: performance.now(), slice: new Slice(TURN_UNITS) };
    schedule();
  }
  return current;
}

/** Resolves in a new turn; waiting callers get one turn each, in order. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    schedule();
  });
}

/**
 * Does work within one turn: now if this turn has enough left, otherwise from the beginning in a new turn.
 * @param work deducts its work from the slice, and changes nothing before it is finished
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
 * Runs a computation, and yields to the event loop each time its time slice is used up. A small one finishes
 * synchronously. A long one stops in the middle once its request has ended.
 *
 * It must not read objects that other code may change meanwhile. Stored objects are never changed in place, and a
 * commit is guarded by the revision that was read.
 *
 * @param request the request of the computation; without one, it is never stopped. It lends its memory while another
 *   program is called (see {@link answered})
 * @throws ApiError 504 when the request ends before
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

/** Pending answers of other programs. */
const programs = new WeakSet<Promise<unknown>>();

/** Waits for the answer of another program: meanwhile, the request of the computation lends its memory. */
export function answered<T>(answer: Promise<T>): Steps<T> {
  programs.add(answer);
  return awaited(answer);
}

/** Waits for a promise; returns how to resume the steps with its result. */
async function resumption(
  promise: Promise<unknown>,
  request: InFlight | undefined,
): Promise<<T>(steps: Steps<T>) => Result<T>> {
  try {
    const value = await (programs.has(promise) ? lendingMemory(request, () => promise) : promise);
    return (steps) => steps.next(value);
  } catch (error) {
    return (steps) => steps.throw(error);
  }
}

/** Runs steps until the work is finished, has to wait, or its time is used up. */
function stretch<T>(steps: Steps<T>, take?: (steps: Steps<T>) => Result<T>): Result<T> {
  const now = performance.now();
  const { began } = thisTurn();
  const until = now - began > MAX_OVERRUN ? now : Math.max(began + TURN, now + SHORT);
  let result = advance(steps, until, take);
  while (result.done !== true && result.value === undefined && performance.now() < until)
    result = advance(steps, until);
  return result;
}

/**
 * Between two phases of a request's work: yields to the event loop if the phase took long.
 * @param began when the phase began, in `performance.now()` time
 */
export async function turnAfter(began: number): Promise<void> {
  if (performance.now() - began >= TURN) await nextTurn();
}

/**
 * For long work in small asynchronous steps: call it between two of them. It returns a promise to await when this turn
 * is used up, by this work or other work, and undefined while the work may continue.
 *
 * @example for (const step of steps) { await step(); await turnIfSpent(); }
 */
export const turnIfSpent = (): Promise<void> | undefined => (isTurnSpent() ? nextTurn() : undefined);

/** Whether the computations of this turn, of all requests together, have used up its time. */
export const isTurnSpent = (): boolean => performance.now() - thisTurn().began >= TURN;
