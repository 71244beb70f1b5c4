import { isApiError } from "../../../shared/status.ts";
import type { Metrics } from "../../observability/metrics.ts";
import { type Filter, header, isStream, type RequestContext } from "../context.ts";

/** Counts and times requests under the reference's label values. */
export function measure(metrics: Metrics): Filter {
  return (next) => async (context) => {
    const longRunning = labelsOf(context);
    const labels = { ...longRunning, dry_run: context.query.getAll("dryRun").includes("All") ? "All" : "" };
    const kind = context.method === "GET" || context.method === "HEAD" ? "readOnly" : "mutating";
    metrics.inFlight.inc({ request_kind: kind });
    const start = process.hrtime.bigint();
    try {
      const answer = await next(context);
      metrics.requests.inc({ ...labels, code: answer.status });
      if (isStream(answer)) {
        metrics.longRunning.inc(longRunning);
        context.signal.addEventListener("abort", () => metrics.longRunning.dec(longRunning), { once: true });
      } else {
        metrics.duration.observe(labels, Number(process.hrtime.bigint() - start) / 1e9);
      }
      return answer;
    } catch (error) {
      // The filter around this one turns it into an answer of that status.
      metrics.requests.inc({ ...labels, code: isApiError(error) ? error.status.code : 500 });
      throw error;
    } finally {
      metrics.inFlight.dec({ request_kind: kind });
    }
  };
}

function labelsOf(context: RequestContext): Record<string, string> {
  const { info } = context;
  const { isResourceRequest: resource } = info;
  const scope = resource ? scopeOf(info) : "";
  return {
    verb: verbOf(context, scope),
    group: info.group,
    version: info.version,
    resource: info.resource,
    subresource: resource ? info.subresource : `/${context.path.split("/")[1] ?? ""}`,
    scope,
    component: resource ? "apiserver" : "",
  };
}

/** What a request spans: what is created counts as one object. */
function scopeOf({ name, verb, namespace }: RequestContext["info"]): string {
  if (name !== "" || verb === "create") return "resource";
  return namespace === "" ? "cluster" : "namespace";
}

const METHODS: ReadonlySet<string> = new Set(["DELETE", "GET", "PATCH", "POST", "PUT"]);

/** The method, with reads of many told from reads of one, and applying from patching; `other` for unknown methods. */
function verbOf(context: RequestContext, scope: string): string {
  const { info, method } = context;
  if (info.verb === "watch") return "WATCH";
  if (method === "GET" || method === "HEAD") return scope === "" || scope === "resource" ? "GET" : "LIST";
  if (method === "PATCH" && header(context, "content-type").startsWith(APPLY)) return "APPLY";
  return METHODS.has(method) ? method : "other";
}

const APPLY = "application/apply-patch+";
