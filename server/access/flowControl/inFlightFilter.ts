import type { Filter } from "../../ground/request/context.ts";
import { isLongRunning } from "../../ground/request/longRunning.ts";
import { GROUP_MASTERS } from "../../ground/rights/identity.ts";
import { tooManyRequests } from "./flowFilter.ts";

const READING: ReadonlySet<string> = new Set(["get", "list", "watch"]);

/**
 * Two simple limits of requests under way: for mutating and for other requests. Members of `system:masters` are always
 * admitted, so that administrators can manage the server.
 * @param reading 0 for no limit
 * @param writing 0 for no limit
 */
export function inFlightLimits(reading: number, writing: number): Filter {
  const kinds = { reading: { limit: reading, now: 0 }, writing: { limit: writing, now: 0 } };
  return (next) => async (context) => {
    if (isLongRunning(context)) return next(context);
    const kind = READING.has(context.info.verb) ? kinds.reading : kinds.writing;
    if (kind.limit > 0 && kind.now >= kind.limit && !context.user.groups.includes(GROUP_MASTERS)) {
      return tooManyRequests();
    }
    kind.now += 1;
    try {
      return await next(context);
    } finally {
      kind.now -= 1;
    }
  };
}
