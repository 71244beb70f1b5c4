/** The shortest span of the axis in seconds; for a single point the library would choose years. */
const SHORTEST = 60;

/**
 * The span that the time axis of a chart shows, in seconds since the epoch: that of its points, or the last minute where
 * it has none.
 *
 * @param low time of the first point; null without points
 */
export function timeSpan(low: number | null, high: number | null, now: number): [number, number] {
  const end = high ?? now;
  return [Math.min(low ?? end, end - SHORTEST), end];
}
