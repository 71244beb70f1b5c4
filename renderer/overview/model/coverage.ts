import type { ListState } from "../../api/lists/listState.ts";

/**
 * How much of the objects that may need attention was read: all (`whole`), all that the user may read (`partly`),
 * nothing because everything is refused, or not enough yet to tell.
 */
export type Coverage = "whole" | "partly" | "refused" | "reading";

/** The coverage of several lists, derived from their states. */
export function coverageOf(states: readonly Pick<ListState, "complete" | "phase">[]): Coverage {
  const missing = states.filter(({ complete }) => !complete);
  if (missing.length === 0) return "whole";
  if (missing.some(({ phase }) => phase !== "forbidden" && phase !== "failed")) return "reading";
  const isRefused = missing.length === states.length && missing.every(({ phase }) => phase === "forbidden");
  return isRefused ? "refused" : "partly";
}
