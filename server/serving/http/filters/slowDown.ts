import type { Filter } from "../../../ground/request/context.ts";

/** The paths that steer a sandbox: never held up, so that trouble can be ended. */
export const STEERING = "/simulation";

/** Holds up requests for so many milliseconds, when there are any. */
export const slowDown =
  (delay: () => number): Filter =>
  (next) =>
  async (context) => {
    const milliseconds = delay();
    if (milliseconds > 0 && !context.path.startsWith(STEERING)) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        const leave = (): void => {
          clearTimeout(timer);
          resolve();
        };
        context.signal.addEventListener("abort", leave, { once: true });
      });
    }
    return next(context);
  };
