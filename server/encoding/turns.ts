import { setImmediate } from "node:timers/promises";

/** How long work for one request may hold the event loop before others get a turn: milliseconds. */
const TURN = 15;

/** Resolves when everything that waits for the event loop has had its turn. */
export const nextTurn = (): Promise<void> => setImmediate();

/**
 * Runs work that yields now and then, and lets others have the event loop in between. What it reads must not change
 * meanwhile.
 */
export async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  let began = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (performance.now() - began < TURN) continue;
    await nextTurn();
    began = performance.now();
  }
}

/**
 * Between two phases of a request's work: lets others have their turn when the phase took long.
 * @param began when it began, as `performance.now()` tells it
 */
export async function turnAfter(began: number): Promise<void> {
  if (performance.now() - began >= TURN) await nextTurn();
}

/** Runs the same work in one go: for what is known to be small. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}
