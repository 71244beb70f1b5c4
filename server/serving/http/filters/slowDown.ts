import type { Filter } from "../../../ground/request/context.ts";

/** The paths that control a sandbox: they are never delayed, so that an injected delay can be removed. */
export const STEERING = "/simulation";

/** Delays requests by the configured number of milliseconds, if any. */
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
