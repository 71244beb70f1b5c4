import { badRequest } from "../../../../shared/status.ts";
import { DecodeError } from "../../../ground/formats/wording/decodeError.ts";
import { parseDuration } from "../../../ground/formats/wording/durationText.ts";
import type { Filter } from "../../../ground/request/context.ts";
import { requestTimeout } from "../../../ground/request/inFlight.ts";
import { isLongRunning } from "../../../ground/request/longRunning.ts";
import { DueTimes } from "../../../ground/timing/dueTimes.ts";
import { systemTimers, type Timers } from "../../../ground/timing/timers.ts";

/**
 * Ends requests that exceed their time limit: the server's, or the client's `timeout` if it is shorter. Long-running
 * requests have no limit here. A write that has begun may still be executed.
 *
 * @param limit milliseconds
 * @throws ApiError 400 for a `timeout` that is not a duration, 504
 */
export function deadline(limit: number, timers: Timers = systemTimers): Filter {
  const usual = new DueTimes(limit, timers);
  return (next) => (context) => {
    if (context.info.verb === "watch") return next(context);
    const asked = requestedTimeout(context.query.get("timeout"));
    if (isLongRunning(context)) return next(context);
    const time = asked === undefined ? limit : Math.min(asked, limit);
    context.due = timers.now + time;
    return new Promise((resolve, reject) => {
      const over = (): void => {
        context.abandon?.();
        reject(requestTimeout());
      };
      const cancel = time === limit ? usual.add(over) : timers.after(time, over);
      next(context).then(resolve, reject).finally(cancel);
    });
  };
}

/** The requested timeout in milliseconds; undefined when there is none, so that the server's limit applies. */
function requestedTimeout(text: string | null): number | undefined {
  if (text === null || text === "") return undefined;
  try {
    const nanoseconds = parseDuration(text);
    return nanoseconds > 0n ? Math.ceil(Number(nanoseconds) / 1e6) : undefined;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw badRequest(`invalid timeout specified in the request URL - ${error.message}`);
  }
}
