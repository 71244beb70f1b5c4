import { isApiError } from "../../../shared/status.ts";
import type { Clock } from "../clock.ts";

/** Maximum number of attempts for a request that the server is too busy to accept. */
const ATTEMPTS = 8;

/**
 * Sends a request, and repeats it while the server is too busy (429), after the server's Retry-After.
 *
 * @param signal ends the waiting, but no running request
 * @throws the request's error; when the signal aborts while waiting, the server's last refusal
 */
export async function whenNotBusy<T>(send: () => Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isApiError(error) || error.code !== 429 || attempt >= ATTEMPTS) throw error;
      const asked = error.status.details?.retryAfterSeconds ?? 1;
      // Spread the retries: the server refused these requests because they came at the same time.
      await pause(asked * 1000 * (1 + clock.random() / 2), clock, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Waits for a delay, or until the signal aborts. */
function pause(delay: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const leave = (): void => {
      cancel();
      resolve();
    };
    const cancel = clock.after(delay, () => {
      signal.removeEventListener("abort", leave);
      resolve();
    });
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  });
}
