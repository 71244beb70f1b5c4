import { setTimeout as delay } from "node:timers/promises";
import { WebhookError } from "./webhookError.ts";

/** Delays between attempts: each is `factor` times the previous one, plus up to `jitter` of it at random. */
export interface Backoff {
  /** Milliseconds. */
  readonly first: number;
  readonly factor: number;
  readonly jitter: number;
  /** Total number of attempts. */
  readonly attempts: number;
}

/** The attempts for endpoints that decide about access. */
export const ACCESS_BACKOFF: Backoff = { first: 500, factor: 1.5, jitter: 0.2, attempts: 5 };

export interface RetryParts {
  /** Resolves after the given number of milliseconds; rejects when the signal aborts. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** Aborts when the caller no longer waits for the result; then there is no further attempt. */
  readonly signal?: AbortSignal | undefined;
  /** Whether to retry after the error. Default {@link isPassing}. */
  readonly passes?: (error: unknown) => boolean;
}

const sleepFor = (milliseconds: number, signal?: AbortSignal): Promise<unknown> =>
  delay(milliseconds, undefined, { signal, ref: false });

/** Whether a failure is transient: a broken connection, or a status of an overloaded server. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof WebhookError)) return false;
  if (error.failure === "status") return [429, 500, 504].includes(error.status);
  return error.failure === "connection" && error.message.includes("connection reset by peer");
}

/**
 * Calls until success, until the attempts are used up, or until a permanent failure.
 * @throws the error of the last attempt
 */
export async function withBackoff<T>(call: () => Promise<T>, backoff: Backoff, parts: RetryParts = {}): Promise<T> {
  const { sleep = sleepFor, random = Math.random, signal, passes = isPassing } = parts;
  let pause = backoff.first;
  for (let left = backoff.attempts - 1; ; left--) {
    try {
      return await call();
    } catch (error) {
      if (left <= 0 || signal?.aborted === true || !passes(error)) throw error;
      try {
        await sleep(pause * (1 + random() * backoff.jitter), signal);
      } catch {
        throw error;
      }
    }
    pause *= backoff.factor;
  }
}
