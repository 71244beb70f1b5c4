import { isApiError } from "../../../shared/status.ts";
import type { Clock } from "../clock.ts";

/** Attempts for a request that the server is too busy to accept. */
const ATTEMPTS = 8;

/**
 * Sends a request, and sends it again when the server was too busy for it (429), as soon as the server's Retry-After
 * permits.
 *
 * @param signal ends the waiting, but no request
 * @throws what the request fails with; when the signal is aborted while waiting, the server's last refusal
 */
export async function whenNotBusy<T>(send: () => Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!isApiError(error) || error.code !== 429 || attempt >= ATTEMPTS) throw error;
      const asked = error.status.details?.retryAfterSeconds ?? 1;
      // Spread over time: the server refused these requests because they came together.
      await pause(asked * 1000 * (1 + clock.random() / 2), clock, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Waits, until the signal is aborted at the longest. */
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
