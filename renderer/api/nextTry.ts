import type { ApiError } from "../../shared/status.ts";
import { backoffDelay } from "./clock.ts";
import type { WatchEnd } from "./watchAttempt.ts";

/** A browser does not tell why a socket was refused; after this many refusals the list is read again, which does. */
const REFUSALS_BEFORE_LIST = 2;
/** A list that was refused is asked for as seldom as after this many attempts, in case rights were given. */
const SELDOM = 7;

/** What went wrong in a row. */
export interface FailureCounts {
  /** Consecutive failures since the last success. */
  attempts: number;
  /** Watches in a row that were never opened, since the last list. */
  refusals: number;
}

/** What is done next, and after how many milliseconds. */
export interface NextTry {
  what: "list" | "watch";
  delay: number;
}

/** Whether watches were refused so often that it is no accident. */
export const isRefused = ({ refusals }: FailureCounts): boolean =>
  refusals > 0 && refusals % REFUSALS_BEFORE_LIST === 0;

/** Counts a list that failed. @param random 0 (inclusive) to 1 (exclusive) */
export function afterListError(counts: FailureCounts, error: ApiError, random: number): NextTry {
  counts.attempts += 1;
  const isDecided = error.code === 403 || error.code === 404;
  return { what: "list", delay: pauseAfter(error, isDecided ? SELDOM : counts.attempts, random) };
}

/** Counts a watch that ended. One that lived well is followed by the next at once; one that the server ended with an error, by a list. */
export function afterWatch(counts: FailureCounts, end: WatchEnd, random: number): NextTry {
  if (end.livedWell) counts.attempts = 0;
  if (end.livedWell && end.error === undefined) return { what: "watch", delay: 0 };
  counts.attempts += 1;
  if (end.error !== undefined) return { what: "list", delay: pauseAfter(end.error, counts.attempts, random) };
  if (!end.opened) counts.refusals += 1;
  const isList = !end.opened && isRefused(counts);
  return { what: isList ? "list" : "watch", delay: backoffDelay(counts.attempts, random) };
}

/**
 * As long as the server asks for, and at least as long as the attempts demand. After the first 410 not at all: a token
 * or a version has expired, the server is well.
 */
function pauseAfter(error: ApiError, attempt: number, random: number): number {
  if (error.code === 410 && attempt === 1) return 0;
  const asked = (error.status.details?.retryAfterSeconds ?? 0) * 1000;
  return Math.max(asked, backoffDelay(attempt, random));
}
