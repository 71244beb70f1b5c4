/** The shortest span of the axis in seconds. For a single point, the library would choose years. */
const SHORTEST = 60;

/**
 * The span of a chart's time axis, in seconds since the epoch: that of its points, or the last minute if there are
 * none.
 *
 * @param low time of the first point; null without points
 */
export function timeSpan(low: number | null, high: number | null, now: number): [number, number] {
  const end = high ?? now;
  return [Math.min(low ?? end, end - SHORTEST), end];
}
