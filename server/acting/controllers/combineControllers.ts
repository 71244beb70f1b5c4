import type { RunningController } from "./controller.ts";

/** Combines several loops to one controller. */
export const combineControllers = (...parts: readonly RunningController[]): RunningController => ({
  async settled() {
    await Promise.all(parts.map((each) => each.settled()));
  },
  async stop() {
    await Promise.all(parts.map((each) => each.stop()));
  },
});
