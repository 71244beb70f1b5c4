import { isApiError } from "../../../../shared/status.ts";
import type { Metrics } from "../../../ground/observability/metrics/metrics.ts";
import type { HistogramSeries } from "../../../ground/observability/registry/histogram.ts";
import {
  type Filter,
  type FullAnswer,
  header,
  isFull,
  isRelayed,
  isSocket,
  isStream,
  isTunnel,
  type RequestContext,
} from "../../../ground/request/context.ts";

/** The parts of a request's target that become labels of metrics. */
export interface MeasuredTarget {
  readonly group: string;
  readonly version: string;
  /** Empty for resources of extension servers: their names are not known here. */
  readonly resource: string;
  /** For paths outside the API, their first part: `/healthz`. */
  readonly subresource: string;
  /** Empty for paths outside the API. */
  readonly component: string;
}

/** Undefined for targets that are not served. */
export type TargetOf = (context: RequestContext) => MeasuredTarget | undefined;

/** The series for requests of one kind. Finding a series by its labels costs more than the rest of the measurement. */
interface Series {
  readonly labels: Record<"verb" | "scope" | "dry_run" | keyof MeasuredTarget, string>;
  readonly duration: HistogramSeries;
  readonly ownDuration: HistogramSeries;
  /** Only for answers to reads. */
  readonly size: HistogramSeries | undefined;
  readonly byCode: Map<number, { inc(): void }>;
}

const SIZED: ReadonlySet<string> = new Set(["GET", "LIST"]);

/**
 * Counts and times requests under the reference's label values.
 * @param targetOf the target under which a request is measured: requests for targets that are not served are counted
 *   only while they run
 */
export function measure(metrics: Metrics, targetOf: TargetOf): Filter {
  const known = new Map<string, Series>();
  const inFlight = {
    readOnly: metrics.inFlight.labels("readOnly"),
    mutating: metrics.inFlight.labels("mutating"),
  };
  const seriesOf = (context: RequestContext): Series | undefined => {
    const target = targetOf(context);
    if (target === undefined) return undefined;
    const verb = verbOf(context);
    const scope = scopeOf(context.info);
    const dry_run = dryRunOf(context.query);
    const { group, version, resource, subresource, component } = target;
    const key = `${verb} ${group}/${version}/${resource}/${subresource} ${scope} ${dry_run}`;
    let series = known.get(key);
    if (series === undefined) {
      const labels = { verb, group, version, resource, subresource, scope, component, dry_run };
      series = openSeries(metrics, labels);
      known.set(key, series);
    }
    return series;
  };
  const count = (series: Series | undefined, code: number): void => {
    if (series === undefined) return;
    let counter = series.byCode.get(code);
    if (counter === undefined) {
      counter = metrics.requests.labels({ ...series.labels, code: String(code) });
      series.byCode.set(code, counter);
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
      if (series === undefined) return answer;
      if (
        isStream(answer) ||
        isTunnel(answer) ||
        isSocket(answer) ||
        (isRelayed(answer) && context.info.verb === "watch")
      ) {
        const { dry_run: _, ...labels } = series.labels;
        const open = metrics.longRunning.labels(labels);
        open.inc();
        context.signal.addEventListener("abort", () => open.dec(), { once: true });
      } else {
        const took = performance.now() - start;
        series.duration.observe(took / 1000);
        series.ownDuration.observe(Math.max(took - (context.waited ?? 0), 0) / 1000);
        if (isFull(answer)) series.size?.observe(sizeOf(answer.body));
      }
      return answer;
    } catch (error) {
      // The surrounding filter turns the error into an answer with that status.
      count(series, isApiError(error) ? error.status.code : 500);
      throw error;
    } finally {
      running.dec();
      if (context.deprecated !== undefined) noteDeprecated(metrics, context.info, context.deprecated.removedIn);
    }
  };
}

function openSeries({ duration, ownDuration, responseSizes }: Metrics, labels: Series["labels"]): Series {
  const { dry_run: _, ...sized } = labels;
  return {
    labels,
    duration: duration.labels(labels),
    ownDuration: ownDuration.labels(labels),
    size: SIZED.has(labels.verb) ? responseSizes.labels(sized) : undefined,
    byCode: new Map(),
  };
}

/** Size in bytes, before compression. */
const sizeOf = (body: FullAnswer["body"]): number =>
  typeof body === "string" || body instanceof Uint8Array
    ? Buffer.byteLength(body)
    : body.reduce((total, chunk) => total + chunk.length, 0);

/** Records a request for a deprecated version. */
const noteDeprecated = (metrics: Metrics, info: RequestContext["info"], removedIn: string): void => {
  const { group, version, resource, subresource } = info;
  metrics.deprecatedRequests.set({ group, version, resource, subresource, removed_release: removedIn }, 1);
};

const dryRunOf = (query: URLSearchParams): string => (query.has("dryRun", "All") ? "All" : "");

/** The scope of a request; a creation has the scope of one object. Empty for requests outside the resources. */
function scopeOf({ isResourceRequest, name, verb, namespace }: RequestContext["info"]): string {
  if (!isResourceRequest) return "";
  if (name !== "" || verb === "create") return "resource";
  return namespace === "" ? "cluster" : "namespace";
}

const METHODS: ReadonlySet<string> = new Set(["DELETE", "GET", "PATCH", "POST", "PUT"]);

/**
 * The method, with lists distinguished from reads of one object, and applies from other patches; `other` for unknown
 * methods.
 */
export function verbOf(context: RequestContext): string {
  const { info, method } = context;
  if (info.verb === "watch") return "WATCH";
  if (method === "GET" || method === "HEAD")
    return info.isResourceRequest && scopeOf(info) !== "resource" ? "LIST" : "GET";
  if (method === "PATCH" && header(context, "content-type").startsWith(APPLY)) return "APPLY";
  return METHODS.has(method) ? method : "other";
}

const APPLY = "application/apply-patch+";
