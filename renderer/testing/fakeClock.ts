/** A clock that only advances when the test advances it. */
import type { Clock } from "../api/clock.ts";

interface Timer {
  at: number;
  run: () => void;
}

export interface FakeClock extends Clock {
  /** Advances the time and runs due callbacks in order. Lets promises settle after each callback. */
  advance(ms: number): Promise<void>;
  /** Advances the time without running callbacks, like a sleeping computer. */
  jump(ms: number): void;
}

/** Runs all pending promise callbacks. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 12; i += 1) await Promise.resolve();
}

export function fakeClock(random = 0): FakeClock {
  let now = 1_000_000;
  const timers = new Set<Timer>();
  return {
    now: () => now,
    random: () => random,
    after(delay, run) {
      const timer = { at: now + delay, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers.delete(due);
        now = Math.max(now, due.at);
        due.run();
        await settle();
      }
      now = end;
      await settle();
    },
    jump(ms) {
      now += ms;
    },
  };
}
