import { setMaxListeners } from "node:events";

/**
 * A controller whose signal any number of waits may follow at once. Node takes many listeners for a leak, and prints a
 * warning into the user's terminal.
 */
export function sharedAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** A signal that never aborts. */
export const NEVER: AbortSignal = sharedAbort().signal;
