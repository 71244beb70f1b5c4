import type { Timers } from "../timers.ts";

/** Timers whose clock a test moves. */
export interface ManualTimers extends Timers {
  readonly now: number;
  /** Delays of the timers that are set, in the order they were set. */
  pending(): number[];
  /** Moves the clock and calls back what is due, earliest first. */
  advance(milliseconds: number): void;
}

export function manualTimers(): ManualTimers {
  let now = 0;
  const timers = new Set<{ at: number; callback: () => void }>();
  return {
    get now() {
      return now;
    },
    pending: () => [...timers].map((timer) => timer.at - now),
    after(milliseconds, callback) {
      const timer = { at: now + milliseconds, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds) {
      now += milliseconds;
      for (const timer of [...timers].sort((a, b) => a.at - b.at)) {
        if (timer.at <= now && timers.delete(timer)) timer.callback();
      }
    },
  };
}
