import type { RequestContext } from "./context.ts";

const LONG_RUNNING_VERBS: ReadonlySet<string> = new Set(["watch", "proxy"]);
const LONG_RUNNING_SUBRESOURCES: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

/** Path of the server's profiles. */
export const PROFILING = "/debug/pprof";

/** Whether a request is long-running: it has no time limit, and is not counted among the requests in progress. */
export function isLongRunning({ info, path }: Pick<RequestContext, "info" | "path">): boolean {
  if (!info.isResourceRequest) return path.startsWith(`${PROFILING}/`);
  return LONG_RUNNING_VERBS.has(info.verb) || LONG_RUNNING_SUBRESOURCES.has(info.subresource);
}
