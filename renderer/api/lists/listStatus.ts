import { ApiError } from "../../../shared/status.ts";
import type { FailureCounts } from "../watch/nextTry.ts";
import { type ListState, phaseOf, STALE_AFTER } from "./listState.ts";

/** Reason of the error of a list that the user cancelled. */
export const CANCELLED = "Cancelled";

/** The state of a live list's connection to its server. */
export interface ListStatus extends FailureCounts {
  /** Whether one complete list has been read. */
  complete: boolean;
  /** Whether a watch is open. */
  connected: boolean;
  /** The server's count of items on later pages; undefined if unknown. */
  remaining: number | undefined;
  error: ApiError | undefined;
  /** Why the console polls the list instead of watching it. */
  unwatched: ApiError | undefined;
  /** Clock time of the last contact with the server. */
  lastContact: number;
}

export function newListStatus(now: number): ListStatus {
  return {
    complete: false,
    connected: false,
    remaining: undefined,
    error: undefined,
    unwatched: undefined,
    attempts: 0,
    refusals: 0,
    lastContact: now,
  };
}

/** The error of a cancelled list; the console retries only when the user requests it. */
export function cancelledError(): ApiError {
  return new ApiError(0, CANCELLED, "The reading of the list was given up.");
}

export function isCancelled({ error }: ListStatus): boolean {
  return error?.reason === CANCELLED;
}

/** The state for views. @param loaded current number of rows */
export function stateOf(status: ListStatus, loaded: number, now: number): ListState {
  const { complete, connected, remaining, error, unwatched, attempts, lastContact } = status;
  const silence = now - lastContact;
  const phase = phaseOf({
    // Between a list and its watch, between two watches, and between two polls, no change has been lost yet.
    connected: connected || (attempts === 0 && (unwatched !== undefined || silence < STALE_AFTER)),
    complete,
    loaded,
    stopped: isCancelled(status),
    silence,
    error,
  });
  return { phase, loaded, remaining, complete, lastContact, attempts: connected ? 0 : attempts, error, unwatched };
}
