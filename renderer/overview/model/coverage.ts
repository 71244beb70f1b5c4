import type { ListState } from "../../api/lists/listState.ts";

/**
 * How much of what could need attention was read: everything, all that was possible (`partly`), nothing because all is
 * refused, or not yet enough to say.
 */
export type Coverage = "whole" | "partly" | "refused" | "reading";

/** The coverage of some lists, by their states. */
export function coverageOf(states: readonly Pick<ListState, "complete" | "phase">[]): Coverage {
  const missing = states.filter(({ complete }) => !complete);
  if (missing.length === 0) return "whole";
  if (missing.some(({ phase }) => phase !== "forbidden" && phase !== "failed")) return "reading";
  const isRefused = missing.length === states.length && missing.every(({ phase }) => phase === "forbidden");
  return isRefused ? "refused" : "partly";
}
