import { isApiError } from "../../../shared/status.ts";
import { type ListPhase, type ListState, STALE_AFTER } from "../../api/lists/listState.ts";

/** The state of polling an object every few seconds. */
export interface Polled {
  hasData: boolean;
  error: unknown;
  /** Time of the last successful read, in milliseconds; 0 before the first. */
  readAt: number;
  /** Number of failed reads since the last successful one. */
  failures: number;
}

const isStatus = (error: unknown, code: number): boolean => isApiError(error) && error.code === code;

/** A missing object counts as a successful read, because its deletion is reported elsewhere. */
function phaseOfPolled({ hasData, error, readAt, failures }: Polled, now: number): ListPhase {
  if (isStatus(error, 403)) return "forbidden";
  const hasFailed = (failures > 0 || error !== null) && !isStatus(error, 404);
  if (!hasData) return failures > 0 || error !== null ? "failed" : "loading";
  if (!hasFailed) return "live";
  return now - readAt >= STALE_AFTER ? "stale" : "reconnecting";
}

/**
 * The state of an object that can only be polled, in terms of list phases: it is live while reads succeed.
 *
 * @param now milliseconds since the epoch
 */
export function pollState(polled: Polled, now: number): ListState {
  const { hasData, error, readAt, failures } = polled;
  return {
    phase: phaseOfPolled(polled, now),
    loaded: hasData ? 1 : 0,
    complete: hasData,
    lastContact: readAt,
    attempts: failures,
    error: isApiError(error) && error.code !== 404 ? error : undefined,
  };
}
