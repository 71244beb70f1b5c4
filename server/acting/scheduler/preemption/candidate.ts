import { minOf } from "../../../../shared/collections/extremes.ts";
import { type PodInfo, startTime } from "../model/podInfo.ts";

/** A node where a pod would fit after other pods were preempted. */
export interface Candidate {
  readonly node: string;
  /** The pods to preempt, the most important first: at least one. */
  readonly victims: readonly PodInfo[];
  /** The number of victims whose preemption violates a disruption budget. */
  readonly violations: number;
}

/**
 * Compares pods: negative when the first is more important, by priority, then by the earlier start.
 * @param now milliseconds since the epoch; the start time of pods that have not started
 */
export const byImportance =
  (now: number) =>
  (a: PodInfo, b: PodInfo): number =>
    b.priority - a.priority || (startTime(a) ?? now) - (startTime(b) ?? now);

/** An offset for priorities, so that the sum grows with every victim even if its priority is negative. */
const PRIORITY_OFFSET = 2 ** 31;

/** The criteria for comparing candidates, in this order: lower is better. */
function criteria({ victims, violations }: Candidate, now: number): number[] {
  const highest = victims[0]?.priority ?? 0;
  const starts = victims.filter(({ priority }) => priority === highest).map((victim) => startTime(victim) ?? now);
  const sum = victims.reduce((total, { priority }) => total + priority + PRIORITY_OFFSET, 0);
  return [violations, highest, sum, victims.length, -minOf(starts)];
}

/**
 * The candidate with the least harm: fewest violated budgets, then the lowest highest priority of a victim, the lowest
 * sum of priorities, the fewest victims, the latest start. Of equal candidates, the first.
 */
export function leastHarmful(candidates: readonly Candidate[], now: number): Candidate | undefined {
  let best: { readonly candidate: Candidate; readonly harm: readonly number[] } | undefined;
  for (const candidate of candidates) {
    const harm = criteria(candidate, now);
    if (best === undefined || isLess(harm, best.harm)) best = { candidate, harm };
  }
  return best?.candidate;
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}
