/** Formats ages in the style of cluster tools: at most two units, finer for small ages. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const two = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${big}${bigUnit}` : `${big}${bigUnit}${small}${smallUnit}`;

/**
 * @param ms a duration in milliseconds; negative values (a clock that lags) count as zero
 * @example formatAge(150_000) // "2m30s"
 */
export function formatAge(ms: number): string {
  if (ms < 0) return "0s";
  const floor = Math.floor;
  if (ms < 2 * MINUTE) return `${floor(ms / SECOND)}s`;
  if (ms < 10 * MINUTE) return two(floor(ms / MINUTE), "m", floor((ms % MINUTE) / SECOND), "s");
  if (ms < 3 * HOUR) return `${floor(ms / MINUTE)}m`;
  if (ms < 8 * HOUR) return two(floor(ms / HOUR), "h", floor((ms % HOUR) / MINUTE), "m");
  if (ms < 2 * DAY) return `${floor(ms / HOUR)}h`;
  if (ms < 8 * DAY) return two(floor(ms / DAY), "d", floor((ms % DAY) / HOUR), "h");
  if (ms < 2 * YEAR) return `${floor(ms / DAY)}d`;
  if (ms < 8 * YEAR) return two(floor(ms / YEAR), "y", floor((ms % YEAR) / DAY), "d");
  return `${floor(ms / YEAR)}y`;
}

const UNITS: Readonly<Record<string, number>> = { y: YEAR, d: DAY, h: HOUR, m: MINUTE, s: SECOND };

/**
 * Parses an age in the format of servers and {@link formatAge}; returns milliseconds, or undefined for any other text.
 */
export function parseAge(text: string): number | undefined {
  if (!/^(\d+[ydhms]){1,5}$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+)(\D)/g)].reduce(
    (sum, [, count, unit = ""]) => sum + Number(count) * (UNITS[unit] ?? 0),
    0,
  );
}

/** Cached, because creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A time in the format of the user's language. */
export function formatTime(ms: number, language: string): string {
  let format = formats.get(language);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
    formats.set(language, format);
  }
  return format.format(ms);
}
