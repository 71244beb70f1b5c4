/** Durations and ages in the short form that Tables use. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const two = (major: number, majorUnit: string, minor: number, minorUnit: string): string =>
  minor === 0 ? `${major}${majorUnit}` : `${major}${majorUnit}${minor}${minorUnit}`;

/**
 * At most two units, fewer the longer the duration: `45s`, `5m30s`, `90m`, `2h15m`, `30h`, `2d3h`, `12d`, `2y10d`,
 * `9y`. Because clocks differ, up to a second in the future is `0s`; more is `<invalid>`.
 *
 * @param milliseconds length of time
 * @example humanDuration(330_000) // "5m30s"
 */
export function humanDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / SECOND);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (milliseconds < 2 * MINUTE) return `${seconds}s`;
  const minutes = Math.trunc(milliseconds / MINUTE);
  if (minutes < 10) return two(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(milliseconds / HOUR);
  if (hours < 8) return two(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(milliseconds / DAY);
  if (days < 8) return two(days, "d", hours % 24, "h");
  if (days < 2 * 365) return `${days}d`;
  const years = Math.trunc(milliseconds / YEAR);
  if (days < 8 * 365) return two(years, "y", days % 365, "d");
  return `${years}y`;
}

/**
 * Age of a time stamp.
 * @param time RFC 3339; absent or unreadable gives `<unknown>`
 * @param now milliseconds since the epoch
 */
export function ageText(time: string | null | undefined, now: number): string {
  const at = time === undefined || time === null ? Number.NaN : Date.parse(time);
  return Number.isNaN(at) ? "<unknown>" : humanDuration(now - at);
}
