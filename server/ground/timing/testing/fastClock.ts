import { systemTimers, type Timers } from "../timers.ts";

/** A clock that begins at the present and runs so many times faster, and timers that go with it. */
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
