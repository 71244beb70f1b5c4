import { atOnce, type Steps } from "../../shared/steps.ts";
import { nextTurn } from "./turns.ts";

/** What has more members and items than this is large. */
const LARGE = 4096;
/** So many characters of text count as one. */
const TEXT_PART = 256;

/** Lets others go on before work that has no steps, when the value that it is about is large. */
export async function turnFor(value: unknown): Promise<void> {
  if (isLarge(value)) await nextTurn();
}

/** Work on a value: its steps when the value is large, which somebody has to take; else its result. */
export function stepsFor<T>(value: unknown, steps: Steps<T>): T | Steps<T> {
  return isLarge(value) ? steps : atOnce(steps);
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
