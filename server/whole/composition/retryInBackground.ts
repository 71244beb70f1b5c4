import { isApiError } from "../../../shared/status.ts";
import { systemTimers } from "../../ground/timing/timers.ts";
import { WorkQueue } from "../../ground/timing/workQueue.ts";
import type { Foundation } from "./foundation.ts";

/** Backoff for retries of refused work, in milliseconds. */
export const RETRIES = { firstDelay: 250, longestDelay: 10_000 };

/**
 * Does work that belongs to a server's start. If the API refuses it, it is retried in the background until it succeeds:
 * an admission plugin, an unreachable webhook or a policy must not keep the server from starting.
 * @param task the work, for the log
 * @throws errors that are not answers of the API
 */
export async function retryInBackground(
  { log, lifetime }: Pick<Foundation, "log" | "lifetime">,
  task: string,
  work: () => Promise<void>,
): Promise<void> {
  const onError = (err: unknown): void => log.warn({ err, task }, "not done yet: it will be tried again");
  try {
    await work();
  } catch (error) {
    if (!isApiError(error)) throw error;
    onError(error);
    const retries = new WorkQueue({ ...RETRIES, timers: systemTimers, work, onError });
    lifetime.add(() => retries.stop());
    retries.addAfter(task, RETRIES.firstDelay);
  }
}
