import type { ListPhase, ListState } from "../../api/listState.ts";

const WORST_FIRST: readonly ListPhase[] = ["failed", "stale", "reconnecting", "loading", "live", "empty", "forbidden"];

/** What is said of several lists together: kinds that one may not list tell so in their own place. */
export function worstState(states: readonly ListState[]): ListState {
  const [worst] = [...states].sort((a, b) => WORST_FIRST.indexOf(a.phase) - WORST_FIRST.indexOf(b.phase));
  const none: ListState = { phase: "empty", loaded: 0, complete: true, lastContact: Date.now(), attempts: 0 };
  if (worst === undefined) return none;
  // Some kind without objects is nothing to tell of.
  return worst.phase === "empty" ? { ...worst, phase: "live" } : worst;
}
