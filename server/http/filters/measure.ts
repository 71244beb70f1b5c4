import type { Metrics } from "../../observability/metrics.ts";
import { type Filter, isStream, type RequestContext } from "../context.ts";

/** Counts and times requests under the reference's label values. */
export function measure(metrics: Metrics): Filter {
  return (next) => async (context) => {
    const labels = labelsOf(context);
    const kind = context.method === "GET" || context.method === "HEAD" ? "readOnly" : "mutating";
    metrics.inFlight.inc({ request_kind: kind });
    const start = process.hrtime.bigint();
    try {
      const answer = await next(context);
      metrics.requests.inc({ ...labels, code: answer.status });
      if (isStream(answer)) {
        metrics.longRunning.inc(labels);
        context.signal.addEventListener("abort", () => metrics.longRunning.dec(labels), { once: true });
      } else {
        metrics.duration.observe(labels, Number(process.hrtime.bigint() - start) / 1e9);
      }
      return answer;
    } finally {
      metrics.inFlight.dec({ request_kind: kind });
    }
  };
}

function labelsOf(context: RequestContext): Record<string, string> {
  const { info } = context;
  return {
    verb: info.isResourceRequest ? info.verb.toUpperCase() : context.method,
    group: info.group,
    version: info.version,
    resource: info.resource,
    subresource: info.isResourceRequest ? info.subresource : (context.path.split("/")[1] ?? ""),
    scope: !info.isResourceRequest
      ? ""
      : info.name !== ""
        ? "resource"
        : info.namespace !== ""
          ? "namespace"
          : "cluster",
  };
}
