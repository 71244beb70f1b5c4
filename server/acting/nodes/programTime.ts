import type { Timers } from "../../ground/timing/timers.ts";
import type { ProgramTime } from "./programs/program.ts";

/**
 * The time of programs on nodes, from the clock that all components share.
 * @param dependencies the real time, outside of the sandbox
 */
export const programTime = (timers: Timers, now: () => number, realNow: () => number): ProgramTime => ({
  now,
  realNow,
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const finish = (): void => {
        signal?.removeEventListener("abort", finish);
        cancel();
        resolve();
      };
      const cancel = timers.after(Math.max(0, milliseconds), finish);
      signal?.addEventListener("abort", finish);
    }),
});
