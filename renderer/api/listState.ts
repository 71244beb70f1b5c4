/** What a live list can be in. Each phase has a look of its own in the console; none is ever shown as another. */
import type { ApiError } from "../../shared/status.ts";

export type ListPhase = "loading" | "live" | "empty" | "stale" | "reconnecting" | "forbidden" | "failed";

export interface ListState {
  phase: ListPhase;
  /** Objects read so far; grows while pages arrive. */
  loaded: number;
  /** What the server said is left to page in; undefined when it does not say. */
  remaining?: number | undefined;
  /** Whether one complete list was read since the start; before that, "nothing found" must not be shown. */
  complete: boolean;
  /** Time (clock) of the last sign of life from the server: a page, an event, a bookmark, an opened socket. */
  lastContact: number;
  /** Consecutive failures since the last success. */
  attempts: number;
  error?: ApiError | undefined;
  /** Why the list is read again and again instead of being watched: the one is allowed, the other is not. */
  unwatched?: ApiError | undefined;
  /** Of a list put together from several namespaces or clusters: those that could not be read, with the reason. */
  unseen?: { namespace: string; cluster?: { name: string } | undefined; error: ApiError }[] | undefined;
}

/** Milliseconds without contact after which a broken list is called stale instead of reconnecting. */
export const STALE_AFTER = 10_000;

/** What the phase is derived from. */
interface PhaseInput {
  /** A watch is open and has been quiet for no longer than it may. */
  connected: boolean;
  complete: boolean;
  loaded: number;
  /** Nothing is tried until the user asks for it. */
  stopped?: boolean;
  /** Milliseconds since the last contact. */
  silence: number;
  error?: ApiError | undefined;
}

/**
 * The phase. Rows that are on the screen stay there through an outage (reconnecting, then stale); a refusal always
 * shows, because what is on the screen may no longer be seen; a failure without rows shows itself.
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
