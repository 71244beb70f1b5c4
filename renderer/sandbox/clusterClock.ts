import type { AgeClock } from "../ui/age/ageClock.ts";
import type { SandboxTime } from "./simulation.ts";

/** The time in a sandbox, and when the console read it, in milliseconds of the real clock. */
export interface TimeReading {
  readonly reported: SandboxTime;
  readonly readAt: number;
}

/** The current time in the sandbox, in milliseconds since the epoch. @param now the real time */
export function timeIn({ reported, readAt }: TimeReading, now: number): number {
  const passed = reported.running ? Math.max(0, now - readAt) * reported.speed : 0;
  return Date.parse(reported.time) + passed;
}

/** A clock that continues from a reading; the real clock if time is not simulated. */
export const ageClock =
  (reading: TimeReading | undefined): AgeClock =>
  (now) =>
    reading === undefined ? now : timeIn(reading, Math.max(now, reading.readAt));

/** Tolerated difference in milliseconds, about the latency of a response and less than ages show. */
const JITTER = 500;

/** Whether two readings yield the same ages, now and later. */
export function sameAges(before: TimeReading | undefined, after: TimeReading | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  const isSamePace =
    before.reported.running === after.reported.running && before.reported.speed === after.reported.speed;
  return isSamePace && Math.abs(timeIn(before, after.readAt) - Date.parse(after.reported.time)) < JITTER;
}
