import { ApiError } from "../../shared/status.ts";
import { type ListState, phaseOf, STALE_AFTER } from "./listState.ts";
import type { FailureCounts } from "./nextTry.ts";

/** Reason of the error that stands for a list whose reading the user gave up. */
export const CANCELLED = "Cancelled";

/** How a live list stands with its server. */
export interface ListStanding extends FailureCounts {
  /** One complete list was read. */
  complete: boolean;
  /** A watch is open. */
  connected: boolean;
  /** What the server said is left to page in; undefined when it does not say. */
  remaining: number | undefined;
  error: ApiError | undefined;
  /** Why the list is read again and again instead of being watched. */
  unwatched: ApiError | undefined;
  /** Time (clock) of the last sign of life from the server. */
  lastContact: number;
}

export function newStanding(now: number): ListStanding {
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

/** The error of a list that was given up; nothing is tried until the user asks for it. */
export function cancelledError(): ApiError {
  return new ApiError(0, CANCELLED, "The reading of the list was given up.");
}

export function isCancelled({ error }: ListStanding): boolean {
  return error?.reason === CANCELLED;
}

/** What a view is told of it. @param loaded rows held at the moment */
export function stateOf(standing: ListStanding, loaded: number, now: number): ListState {
  const { complete, connected, remaining, error, unwatched, attempts, lastContact } = standing;
  const silence = now - lastContact;
  const phase = phaseOf({
    // Between a list and its watch, from one watch to the next, and from one reading to the next, nothing was lost yet.
    connected: connected || (attempts === 0 && (unwatched !== undefined || silence < STALE_AFTER)),
    complete,
    loaded,
    stopped: isCancelled(standing),
    silence,
    error,
  });
  return { phase, loaded, remaining, complete, lastContact, attempts: connected ? 0 : attempts, error, unwatched };
}
