import { isApiError } from "../../../../shared/status.ts";
import type { Metrics } from "../../../ground/observability/metrics.ts";
import {
  type Filter,
  header,
  isRelayed,
  isStream,
  isTunnel,
  type RequestContext,
} from "../../../ground/request/context.ts";

/** The series of requests of one kind. Finding a series by its labels costs more than all the rest of measuring. */
interface Series {
  readonly labels: Record<string, string>;
  readonly duration: { observe(seconds: number): void };
  readonly byCode: Map<number, { inc(): void }>;
}

/** Counts and times requests under the reference's label values. */
export function measure(metrics: Metrics): Filter {
  const known = new Map<string, Series>();
  const inFlight = {
    readOnly: metrics.inFlight.labels("readOnly"),
    mutating: metrics.inFlight.labels("mutating"),
  };
  const seriesOf = (context: RequestContext): Series => {
    const key = keyOf(context);
    let series = known.get(key);
    if (series === undefined) {
      const labels = labelsOf(context);
      series = { labels, duration: metrics.duration.labels(labels), byCode: new Map() };
      known.set(key, series);
    }
    return series;
  };
  const count = ({ labels, byCode }: Series, code: number): void => {
    let counter = byCode.get(code);
    if (counter === undefined) {
      counter = metrics.requests.labels({ ...labels, code: String(code) });
      byCode.set(code, counter);
    }
    counter.inc();
  };
  return (next) => async (context) => {
    const series = seriesOf(context);
    const running = context.method === "GET" || context.method === "HEAD" ? inFlight.readOnly : inFlight.mutating;
    running.inc();
    const start = performance.now();
    try {
      const answer = await next(context);
      count(series, answer.status);
      if (isStream(answer) || isTunnel(answer) || (isRelayed(answer) && context.info.verb === "watch")) {
        const { dry_run: _, ...labels } = series.labels;
        const open = metrics.longRunning.labels(labels);
        open.inc();
        context.signal.addEventListener("abort", () => open.dec(), { once: true });
      } else {
        series.duration.observe((performance.now() - start) / 1000);
      }
      return answer;
    } catch (error) {
      // The filter around this one turns it into an answer of that status.
      count(series, isApiError(error) ? error.status.code : 500);
      throw error;
    } finally {
      running.dec();
      if (context.deprecated !== undefined) noteDeprecated(metrics, context.info, context.deprecated.removedIn);
    }
  };
}

/** Notes that somebody asks for a version that is deprecated. */
const noteDeprecated = (metrics: Metrics, info: RequestContext["info"], removedIn: string): void => {
  const { group, version, resource, subresource } = info;
  metrics.deprecatedRequests.set({ group, version, resource, subresource, removed_release: removedIn }, 1);
};

/** Two requests of one key have the same labels. */
function keyOf(context: RequestContext): string {
  const { group, version, resource, subresource, isResourceRequest } = context.info;
  const what = isResourceRequest ? `${group}/${version}/${resource}/${subresource}` : ` ${rootOf(context.path)}`;
  return `${verbOf(context)} ${what} ${scopeOf(context.info)} ${dryRunOf(context.query)}`;
}

function labelsOf(context: RequestContext): Record<string, string> {
  const { info } = context;
  const { isResourceRequest: resource } = info;
  return {
    verb: verbOf(context),
    group: info.group,
    version: info.version,
    resource: info.resource,
    subresource: resource ? info.subresource : rootOf(context.path),
    scope: scopeOf(info),
    component: resource ? "apiserver" : "",
    dry_run: dryRunOf(context.query),
  };
}

/** `/healthz` of `/healthz/log`. */
const rootOf = (path: string): string => `/${path.split("/", 2)[1] ?? ""}`;

const dryRunOf = (query: URLSearchParams): string => (query.has("dryRun", "All") ? "All" : "");

/** What a request spans: what is created counts as one object. Empty for what is no resource. */
function scopeOf({ isResourceRequest, name, verb, namespace }: RequestContext["info"]): string {
  if (!isResourceRequest) return "";
  if (name !== "" || verb === "create") return "resource";
  return namespace === "" ? "cluster" : "namespace";
}

const METHODS: ReadonlySet<string> = new Set(["DELETE", "GET", "PATCH", "POST", "PUT"]);

/** The method, with reads of many told from reads of one, and applying from patching; `other` for unknown methods. */
function verbOf(context: RequestContext): string {
  const { info, method } = context;
  if (info.verb === "watch") return "WATCH";
  if (method === "GET" || method === "HEAD")
    return info.isResourceRequest && scopeOf(info) !== "resource" ? "LIST" : "GET";
  if (method === "PATCH" && header(context, "content-type").startsWith(APPLY)) return "APPLY";
  return METHODS.has(method) ? method : "other";
}

const APPLY = "application/apply-patch+";
