/** The phases of a live list. The console shows each phase differently. */
import type { ApiError } from "../../../shared/status.ts";

export type ListPhase = "loading" | "live" | "empty" | "stale" | "reconnecting" | "forbidden" | "failed";

export interface ListState {
  phase: ListPhase;
  /** Number of objects read so far; grows while pages arrive. */
  loaded: number;
  /** The server's count of items on later pages; undefined if unknown. */
  remaining?: number | undefined;
  /** Whether one complete list has been read since the start; before that, "nothing found" must not be shown. */
  complete: boolean;
  /** Clock time of the last contact with the server: a page, an event, a bookmark, or an opened socket. */
  lastContact: number;
  /** Number of consecutive failures since the last success. */
  attempts: number;
  error?: ApiError | undefined;
  /** Why the console polls the list: the user may list but not watch, or the server does not support watching it. */
  unwatched?: ApiError | undefined;
  /** For a list of several namespaces or clusters: those that could not be read, with the error. */
  unseen?: { namespace: string; cluster?: { name: string } | undefined; error: ApiError }[] | undefined;
}

/** Milliseconds without contact after which a disconnected list is stale instead of reconnecting. */
export const STALE_AFTER = 10_000;

/** What the phase is derived from. */
interface PhaseInput {
  /** Whether a watch is open and not silent for too long. */
  connected: boolean;
  complete: boolean;
  loaded: number;
  /** Whether the list waits for the user to retry. */
  stopped?: boolean;
  /** Milliseconds since the last contact. */
  silence: number;
  error?: ApiError | undefined;
}

/**
 * The phase. During an outage, existing rows stay visible (reconnecting, then stale). A refusal is always shown,
 * because the user may no longer read the visible rows. A failure is only shown when there are no rows.
 */
export function phaseOf(input: PhaseInput): ListPhase {
  if (input.error?.code === 403) return "forbidden";
  if (!input.complete) {
    if (input.error === undefined) return "loading";
    if (input.loaded === 0) return "failed";
    return input.stopped || input.silence >= STALE_AFTER ? "stale" : "reconnecting";
  }
  if (!input.connected) return input.stopped || input.silence >= STALE_AFTER ? "stale" : "reconnecting";
  return input.loaded === 0 ? "empty" : "live";
}
