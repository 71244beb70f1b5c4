import type { Clock } from "../api/clock.ts";
import type { ListPhase } from "../api/listState.ts";

/** Milliseconds that a list may be without contact before that is worth a notification. */
const TROUBLE_AFTER = 30_000;

/** What became of a list that was live: it is refused now, or contact was not found again. */
export type Trouble = "refused" | "lost";

/** Follows the phases of one list. */
export interface TroubleWatch {
  phase(phase: ListPhase): void;
  /** Tells nothing any more. */
  stop(): void;
}

/**
 * Tells once of each outage of a list that was live before. What fails from the start, somebody is looking at.
 *
 * @param tell called when the trouble is there, whether anybody is looking or not
 */
export function watchTrouble(clock: Pick<Clock, "after">, tell: (trouble: Trouble) => void): TroubleWatch {
  let wasLive = false;
  let isTold = false;
  let cancel: (() => void) | undefined;
  const end = (): void => {
    cancel?.();
    cancel = undefined;
  };
  const tellOnce = (trouble: Trouble): void => {
    end();
    if (isTold) return;
    isTold = true;
    tell(trouble);
  };
  return {
    phase(phase) {
      if (phase === "live" || phase === "empty") {
        end();
        wasLive = true;
        isTold = false;
      } else if (!wasLive || phase === "loading") return;
      else if (phase === "forbidden") tellOnce("refused");
      else cancel ??= clock.after(TROUBLE_AFTER, () => tellOnce("lost"));
    },
    stop: end,
  };
}
