import { isApiError } from "../../../shared/status.ts";
import { type ListPhase, type ListState, STALE_AFTER } from "../../api/listState.ts";

/** What is known of an object that is read again every few seconds. */
export interface Polled {
  hasData: boolean;
  error: unknown;
  /** When it was read last with success, in milliseconds; 0 before. */
  readAt: number;
  /** Reads that failed since then. */
  failures: number;
}

const isStatus = (error: unknown, code: number): boolean => isApiError(error) && error.code === code;

/** An object that is gone was read with success: that it is gone is told elsewhere. */
function phaseOfPolled({ hasData, error, readAt, failures }: Polled, now: number): ListPhase {
  if (isStatus(error, 403)) return "forbidden";
  const hasFailed = (failures > 0 || error !== null) && !isStatus(error, 404);
  if (!hasData) return failures > 0 || error !== null ? "failed" : "loading";
  if (!hasFailed) return "live";
  return now - readAt >= STALE_AFTER ? "stale" : "reconnecting";
}

/**
 * The same phases for an object that can only be polled: what is shown is live as long as reading it works.
 *
 * @param now milliseconds
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
