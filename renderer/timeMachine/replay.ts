/** Replays all retained changes of a list and then follows it, with one watch from the oldest revision on. */
import { parseJson } from "../../shared/json/parseJson.ts";
import { backoffDelay, type Clock } from "../api/clock.ts";
import { type Moment, momentOf } from "./moments.ts";
import { type Frame, oldestWatchable, type PastSource } from "./pastSource.ts";

interface ReplaySink {
  moment(moment: Moment): void;
  /** Called with the revision after which all changes are reported. */
  begins(revision: number): void;
}

/**
 * Runs until the returned function is called. A list may be readable at a revision from which a watch can no longer
 * start: the replay then begins at the revision that the server names, or else at `current`.
 *
 * @param oldest the revision to begin at
 * @param current a revision from which a watch can certainly start
 */
export function replay(
  source: Pick<PastSource, "watch">,
  sink: ReplaySink,
  oldest: number,
  current: number,
  clock: Clock,
): () => void {
  let at = oldest;
  let attempts = 0;
  let cancel: () => void = () => undefined;
  const open = (): void => {
    let refused: number | undefined;
    const watch = source.watch(at, {
      opened: () => undefined,
      frame: (text) => {
        const { type, object } = parseJson(text) as Frame;
        if (type === "ERROR") {
          const named = oldestWatchable(object?.message ?? "");
          refused = named !== undefined && named > at ? named : current;
          return;
        }
        attempts = 0;
        const revision = Number(object?.metadata?.resourceVersion);
        if (revision > at) at = revision;
        const moment = object === undefined ? undefined : momentOf(type, object);
        if (moment !== undefined) sink.moment(moment);
      },
      closed: () => {
        if (refused !== undefined) {
          at = refused;
          sink.begins(at);
        }
        attempts += 1;
        cancel = clock.after(attempts === 1 ? 0 : backoffDelay(attempts, clock.random()), open);
      },
    });
    cancel = () => watch.close();
  };
  sink.begins(at);
  open();
  return () => cancel();
}
