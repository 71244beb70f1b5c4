import type { ListPhase, ListState } from "../../api/lists/listState.ts";

const WORST_FIRST: readonly ListPhase[] = ["failed", "stale", "reconnecting", "loading", "live", "empty", "forbidden"];

/**
 * The combined state of several lists. Kinds that the user may not list have the lowest priority, because they are
 * reported separately.
 */
export function worstState(states: readonly ListState[]): ListState {
  const [worst] = [...states].sort((a, b) => WORST_FIRST.indexOf(a.phase) - WORST_FIRST.indexOf(b.phase));
  const none: ListState = { phase: "empty", loaded: 0, complete: true, lastContact: Date.now(), attempts: 0 };
  if (worst === undefined) return none;
  // It is normal for some kinds to have no objects.
  return worst.phase === "empty" ? { ...worst, phase: "live" } : worst;
}
