import type { Timers } from "../../ground/timing/timers.ts";
import type { Informer } from "./informers.ts";

/**
 * An informer that periodically delivers all of its objects again, as modified: for followers that must notice
 * something that no change of the objects reports.
 * @param interval in milliseconds
 */
export function resynced(
  informer: Pick<Informer, "follow" | "each">,
  timers: Timers,
  interval: number,
): Pick<Informer, "follow"> {
  return {
    follow(listener) {
      const following = informer.follow(listener);
      let stopped = false;
      let cancel = (): void => undefined;
      const deliverAll = async (): Promise<void> => {
        await informer.each((object) => {
          if (!stopped) listener({ type: "modified", object });
        });
        if (!stopped) wait();
      };
      const wait = (): void => {
        cancel = timers.after(interval, () => void deliverAll());
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
