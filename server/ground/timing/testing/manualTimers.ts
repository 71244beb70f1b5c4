import type { Timers } from "../timers.ts";

/** Timers whose clock is moved by a test. */
export interface ManualTimers extends Timers {
  readonly now: number;
  /** Delays of the pending timers, in the order in which they were set. */
  pending(): number[];
  /** Moves the clock and calls back the timers that are due, earliest first. */
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
