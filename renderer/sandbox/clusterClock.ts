import type { SandboxTime } from "./simulation.ts";

/** What time it was in a sandbox, and when that was read, in milliseconds of the world's clock. */
export interface TimeReading {
  readonly told: SandboxTime;
  readonly readAt: number;
}

/** What time it is in the sandbox now, in milliseconds since the epoch. @param now of the world's clock */
export function timeIn({ told, readAt }: TimeReading, now: number): number {
  const passed = told.running ? Math.max(0, now - readAt) * told.speed : 0;
  return Date.parse(told.time) + passed;
}
