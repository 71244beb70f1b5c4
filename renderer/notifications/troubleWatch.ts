import type { Clock } from "../api/clock.ts";
import type { ListPhase } from "../api/lists/listState.ts";

/** Milliseconds without contact after which a notification is due. */
const TROUBLE_DELAY = 30_000;

/** What happened to a list that was live: the server now refuses it, or the connection stays lost. */
export type Trouble = "refused" | "lost";

/** Follows the phases of one list. */
export interface TroubleWatch {
  phase(phase: ListPhase): void;
  /** Stops reporting. */
  stop(): void;
}

/**
 * Reports each outage of a list once, if the list was live before. A list that fails from the start is not reported,
 * because the user has just opened it.
 *
 * @param notify called when an outage is detected, even while the user looks at the window
 */
export function watchTrouble(clock: Pick<Clock, "after">, notify: (trouble: Trouble) => void): TroubleWatch {
  let wasLive = false;
  let isNotified = false;
  let cancel: (() => void) | undefined;
  const end = (): void => {
    cancel?.();
    cancel = undefined;
  };
  const notifyOnce = (trouble: Trouble): void => {
    end();
    if (isNotified) return;
    isNotified = true;
    notify(trouble);
  };
  return {
    phase(phase) {
      if (phase === "live" || phase === "empty") {
        end();
        wasLive = true;
        isNotified = false;
      } else if (!wasLive || phase === "loading") return;
      else if (phase === "forbidden") notifyOnce("refused");
      else cancel ??= clock.after(TROUBLE_DELAY, () => notifyOnce("lost"));
    },
    stop: end,
  };
}
