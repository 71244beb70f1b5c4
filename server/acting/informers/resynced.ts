import type { Timers } from "../../ground/timing/timers.ts";
import { nextTurn } from "../../ground/turns/turns.ts";
import type { Informer } from "./informers.ts";

/** Objects told without a break: other work gets its turn in between. */
const SLICE = 250;

/**
 * An informer that tells of all its objects again from time to time, as if each was modified: for followers who have to
 * notice what no change of the objects tells.
 * @param interval in milliseconds
 */
export function resynced(
  informer: Pick<Informer, "follow" | "list">,
  timers: Timers,
  interval: number,
): Pick<Informer, "follow"> {
  return {
    follow(listener) {
      const following = informer.follow(listener);
      let stopped = false;
      let cancel = (): void => undefined;
      const tellAll = async (): Promise<void> => {
        let told = 0;
        for (const object of informer.list()) {
          if (told++ % SLICE === SLICE - 1) await nextTurn();
          if (stopped) return;
          listener({ type: "modified", object });
        }
        wait();
      };
      const wait = (): void => {
        cancel = timers.after(interval, () => void tellAll());
      };
      wait();
      return {
        synced: following.synced,
        stop() {
          stopped = true;
          cancel();
          following.stop();
        },
      };
    },
  };
}
