import { decimal } from "../ui/numbers.ts";

/** `14:03:07.123` in local time. */
export function clockTime(milliseconds: number): string {
  const at = new Date(milliseconds);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

/** `7 ms`, `1.2 s`, `3.4 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${decimal(milliseconds / 1000, 1)} s`;
  return `${decimal(milliseconds / 60_000, 1)} min`;
}

/** `412 B`, `3.2 KiB`, `1.0 MiB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${decimal(bytes / 1024, 1)} KiB`;
  return `${decimal(bytes / 1024 / 1024, 1)} MiB`;
}
