import type { Log } from "../../../ground/observability/log/log.ts";
import { type Filter, header, isFull, type RequestContext } from "../../../ground/request/context.ts";
import { shownUri } from "../../../ground/request/shownUri.ts";
import { verbOf } from "./measure.ts";

/**
 * Sub-resources whose query is private to the client (it contains, for example, the words of a command): only the path
 * is logged.
 */
const PROXIED_SUBRESOURCES: ReadonlySet<string> = new Set(["attach", "exec", "portforward", "proxy"]);

/**
 * Logs a line for each request once it is answered, with the reference's field names. Streams are logged when they end.
 * Bodies and headers are never logged, except for the client's name.
 */
export const logRequests =
  (log: Log): Filter =>
  (next) =>
  async (context) => {
    const start = performance.now();
    const answer = await next(context);
    const write = (): void => {
      const milliseconds = performance.now() - start;
      log.debug(
        {
          verb: verbOf(context),
          URI: uriOf(context),
          latency: `${milliseconds.toFixed(3)}ms`,
          userAgent: header(context, "user-agent"),
          "audit-ID": context.id,
          srcIP: context.remoteAddress,
          resp: answer.status,
        },
        "HTTP",
      );
    };
    if (isFull(answer)) write();
    else context.signal.addEventListener("abort", write, { once: true });
    return answer;
  };

const uriOf = ({ info, path, query }: RequestContext): string =>
  PROXIED_SUBRESOURCES.has(info.subresource) || query.size === 0 ? path : shownUri(`${path}?${query}`);
