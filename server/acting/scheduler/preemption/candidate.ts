import { type PodInfo, startTime } from "../model/podInfo.ts";

/** A node where a pod would fit if others went. */
export interface Candidate {
  readonly node: string;
  /** Those who would have to go, the most important first: at least one. */
  readonly victims: readonly PodInfo[];
  /** How many of them their disruption budgets want to keep. */
  readonly violations: number;
}

/**
 * Negative when the first is more important: by priority, then by how long it has been running.
 * @param now milliseconds since the epoch, which stands for what has not begun
 */
export const byImportance =
  (now: number) =>
  (a: PodInfo, b: PodInfo): number =>
    b.priority - a.priority || (startTime(a) ?? now) - (startTime(b) ?? now);

/** So that a sum of priorities grows with every victim, whatever its priority. */
const ABOVE_ALL = 2 ** 31;

/** What makes a candidate better, the first difference counts: less is better. */
function criteria({ victims, violations }: Candidate, now: number): number[] {
  const highest = victims[0]?.priority ?? 0;
  const starts = victims.filter(({ priority }) => priority === highest).map((victim) => startTime(victim) ?? now);
  const sum = victims.reduce((total, { priority }) => total + priority + ABOVE_ALL, 0);
  return [violations, highest, sum, victims.length, -Math.min(...starts)];
}

/**
 * The candidate that hurts least: fewest broken budgets, then the least important of the most important victims, the least sum
 * of priorities, the fewest victims, those that began last. Of equal ones the first.
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
