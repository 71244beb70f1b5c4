import type { RequestContext } from "./context.ts";

const LASTING_VERBS: ReadonlySet<string> = new Set(["watch", "proxy"]);
const LASTING_SUBRESOURCES: ReadonlySet<string> = new Set(["attach", "exec", "proxy", "log", "portforward"]);

/** Path of the server's profiles. */
export const PROFILING = "/debug/pprof";

/** Whether a request is long-running: it has no time limit, and is not counted among the requests in progress. */
export function isLongRunning({ info, path }: Pick<RequestContext, "info" | "path">): boolean {
  if (!info.isResourceRequest) return path.startsWith(`${PROFILING}/`);
  return LASTING_VERBS.has(info.verb) || LASTING_SUBRESOURCES.has(info.subresource);
}
