import type { SandboxTime } from "./simulation.ts";

/** The time in a sandbox, and when the console read it, in milliseconds of the real clock. */
export interface TimeReading {
  readonly told: SandboxTime;
  readonly readAt: number;
}

/** The current time in the sandbox, in milliseconds since the epoch. @param now the real time */
export function timeIn({ told, readAt }: TimeReading, now: number): number {
  const passed = told.running ? Math.max(0, now - readAt) * told.speed : 0;
  return Date.parse(told.time) + passed;
}
