import { systemTimers, type Timers } from "../timers.ts";

/** A clock that starts at the present and runs `factor` times faster than real time, and matching timers. */
export function fastClock(factor: number): { readonly now: () => number; readonly timers: Timers } {
  const began = Date.now();
  const start = systemTimers.now;
  const passed = (): number => (systemTimers.now - start) * factor;
  return {
    now: () => began + passed(),
    timers: {
      get now() {
        return passed();
      },
      after: (milliseconds, callback) => systemTimers.after(milliseconds / factor, callback),
    },
  };
}
