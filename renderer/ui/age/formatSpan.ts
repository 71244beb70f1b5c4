/** Units of a span in seconds, the largest first. */
const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
  ["s", 1],
] as const;

/**
 * The duration of a configured time span, exact to the second. Ages are rounded instead (`formatAge`).
 *
 * @param seconds a non-negative integer
 * @example formatSpan(86_400) // "1d"
 * @example formatSpan(5_400) // "1h30m"
 */
export function formatSpan(seconds: number): string {
  let left = seconds;
  let text = "";
  for (const [unit, length] of UNITS) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) text += `${count}${unit}`;
  }
  return text === "" ? "0s" : text;
}
