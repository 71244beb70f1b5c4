import type { Moment } from "./moments.ts";

/**
 * The stops of the slider: the oldest retained revision, and each revision with a change, in order and once each.
 *
 * @param oldest the oldest revision that can be listed
 */
export function stopsOf(moments: readonly Moment[], oldest: number): number[] {
  const stops = [oldest];
  for (const { revision } of moments) if (revision > (stops.at(-1) ?? 0)) stops.push(revision);
  return stops;
}

/** Index of the last stop at or before a revision; 0 if the revision is before all stops. */
export function stopAt(stops: readonly number[], revision: number): number {
  let [low, high] = [0, stops.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((stops[middle] ?? 0) <= revision) low = middle;
    else high = middle - 1;
  }
  return low;
}
