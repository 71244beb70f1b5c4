import type { ApiError } from "../../../shared/status.ts";
import { backoffDelay } from "../clock.ts";
import type { WatchEnd } from "./watchAttempt.ts";

/**
 * Number of refused sockets after which the list is read again: a browser does not reveal why a socket was refused, but
 * the list's error does.
 */
const REFUSALS_BEFORE_LIST = 2;
/** The attempt number whose delay is used for a refused list, in case the user gets the permission later. */
const RARE_ATTEMPTS = 7;
/**
 * The highest attempt number whose delay is used for an unreachable server, because the user is waiting for it to come
 * back.
 */
const MAX_FREQUENT_ATTEMPTS = 5;

/** Counts of consecutive failures. */
export interface FailureCounts {
  /** Consecutive failures since the last success. */
  attempts: number;
  /** Consecutive watches that did not open, since the last list. */
  refusals: number;
}

/** The next step, and its delay in milliseconds. */
export interface NextTry {
  action: "list" | "watch";
  delay: number;
}

/**
 * Whether the number of refused watches has reached a multiple of {@link REFUSALS_BEFORE_LIST}, which is unlikely to be
 * a coincidence.
 */
export const isRefused = ({ refusals }: FailureCounts): boolean =>
  refusals > 0 && refusals % REFUSALS_BEFORE_LIST === 0;

/** Counts a failed list. @param random 0 (inclusive) to 1 (exclusive) */
export function afterListError(counts: FailureCounts, error: ApiError, random: number): NextTry {
  counts.attempts += 1;
  return { action: "list", delay: pauseAfter(error, attemptFor(error, counts.attempts), random) };
}

/** The attempt number that determines the delay after a failed list. */
function attemptFor({ code }: ApiError, attempts: number): number {
  if (code === 403 || code === 404) return RARE_ATTEMPTS;
  // The console's host responds with 502 for a cluster that does not respond.
  return code === 502 ? Math.min(attempts, MAX_FREQUENT_ATTEMPTS) : attempts;
}

/**
 * Counts a watch that ended. After a watch that was open for a while, the next one follows at once; after one that the
 * server ended with an error, the list is read again.
 */
export function afterWatch(counts: FailureCounts, end: WatchEnd, random: number): NextTry {
  if (end.wasHealthy) counts.attempts = 0;
  if (end.wasHealthy && end.error === undefined) return { action: "watch", delay: 0 };
  counts.attempts += 1;
  if (end.error !== undefined) return { action: "list", delay: pauseAfter(end.error, counts.attempts, random) };
  if (!end.opened) counts.refusals += 1;
  const isList = !end.opened && isRefused(counts);
  return { action: isList ? "list" : "watch", delay: backoffDelay(counts.attempts, random) };
}

/**
 * The longer of the server's Retry-After and the backoff for the attempt. No delay after the first 410: only a token or
 * a version has expired, and the server works.
 */
function pauseAfter(error: ApiError, attempt: number, random: number): number {
  if (error.code === 410 && attempt === 1) return 0;
  const asked = (error.status.details?.retryAfterSeconds ?? 0) * 1000;
  return Math.max(asked, backoffDelay(attempt, random));
}
