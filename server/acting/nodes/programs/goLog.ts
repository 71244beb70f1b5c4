const pad = (number: number, width: number): string => String(number).padStart(width, "0");

/** A line in the default format of Go's logger: `2026/01/31 12:00:00 text`. */
export function logLine(now: number, text: string): string {
  const [date = "", time = ""] = new Date(now).toISOString().split("T");
  return `${date.replaceAll("-", "/")} ${time.slice(0, 8)} ${text}\n`;
}

/**
 * A line in the reference's log format: level, date, time, process, source location, text.
 * @param place the source location: `main.go:61`
 */
export function klogLine(now: number, level: "I" | "E", place: string, text: string): string {
  const date = new Date(now);
  const [, time = ""] = date.toISOString().split("T");
  const day = pad(date.getUTCMonth() + 1, 2) + pad(date.getUTCDate(), 2);
  return `${level}${day} ${time.slice(0, 12)}000       1 ${place}] ${text}\n`;
}
