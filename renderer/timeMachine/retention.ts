import { parseJson } from "../../shared/json/parseJson.ts";
import type { Clock } from "../api/clock.ts";
import { type Frame, oldestWatchable, type PastSource } from "./pastSource.ts";

/** Milliseconds of silence after which a watch is assumed to have no past events. */
const QUIET_PERIOD = 400;

/**
 * The oldest revision that the server still retains. A watch from the very beginning usually finds it: the server names
 * the revision in its refusal, or delivers events. If the watch does neither, a binary search reads the list at various
 * revisions.
 *
 * @param current a revision that can be read
 * @throws ApiError if a read fails
 */
export async function oldestRetained(source: PastSource, current: number, clock: Clock): Promise<number> {
  if (current <= 1) return current;
  const named = await probeWatch(source, clock);
  if (named !== undefined) return Math.min(named, current);
  return halve(current, (revision) => source.isListable(revision));
}

/** Returns 1 if the watch delivers events, the revision that a refusal names, or undefined if it does neither. */
function probeWatch(source: PastSource, clock: Clock): Promise<number | undefined> {
  return new Promise((resolve) => {
    let cancel: () => void = () => undefined;
    const done = (oldest: number | undefined): void => {
      cancel();
      watch.close();
      resolve(oldest);
    };
    const watch = source.watch(1, {
      opened: () => {
        cancel = clock.after(QUIET_PERIOD, () => done(undefined));
      },
      frame: (text) => {
        const { type, object } = parseJson(text) as Frame;
        done(type === "ERROR" ? oldestWatchable(object?.message ?? "") : 1);
      },
      closed: () => done(undefined),
    });
  });
}

/**
 * Binary search, which works because the retained revisions are contiguous up to the present. Sends about
 * log2(`current`) requests.
 */
async function halve(current: number, isRetained: (revision: number) => Promise<boolean>): Promise<number> {
  // Often no revision has expired at all.
  if (await isRetained(1)) return 1;
  let known = current;
  let lost = 1;
  while (known - lost > 1) {
    const middle = Math.floor((known + lost) / 2);
    if (await isRetained(middle)) known = middle;
    else lost = middle;
  }
  return known;
}
