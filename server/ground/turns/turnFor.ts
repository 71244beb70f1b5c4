import { LARGE } from "../../../shared/json/largeMaps.ts";
import { partsOf } from "../../../shared/json/partsOf.ts";
import { atOnce, type Steps } from "../../../shared/steps.ts";
import { nextTurn } from "./turns.ts";

const isLarge = (value: unknown): boolean => partsOf(value, LARGE) > LARGE;

/** Yields to the event loop before uninterruptible work on a large value. */
export async function turnFor(value: unknown): Promise<void> {
  if (isLarge(value)) await nextTurn();
}

/** Work on a value: its steps when the value is large, which the caller has to run; otherwise its result. */
export function stepsFor<T>(value: unknown, steps: Steps<T>): T | Steps<T> {
  return isLarge(value) ? steps : atOnce(steps);
}
