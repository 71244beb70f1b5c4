import type { Log } from "../../../ground/observability/log/log.ts";
import { type Filter, header, isFull, type RequestContext } from "../../../ground/request/context.ts";
import { shownUri } from "../../../ground/request/shownUri.ts";
import { verbOf } from "./measure.ts";

/** What a client sends over these is its own, down to the words of a command: only the path is written. */
const PASSED_ON: ReadonlySet<string> = new Set(["attach", "exec", "portforward", "proxy"]);

/**
 * Writes a line for each request once it is answered, with the reference's names for what it tells. Streams are told when
 * they end. Bodies and headers other than the client's name are never written.
 */
export const logRequests =
  (log: Log): Filter =>
  (next) =>
  async (context) => {
    const start = performance.now();
    const answer = await next(context);
    const tell = (): void => {
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
    if (isFull(answer)) tell();
    else context.signal.addEventListener("abort", tell, { once: true });
    return answer;
  };

const uriOf = ({ info, path, query }: RequestContext): string =>
  PASSED_ON.has(info.subresource) || query.size === 0 ? path : shownUri(`${path}?${query}`);
