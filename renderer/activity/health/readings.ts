/** The values of the charts, computed from two readings of /metrics. */
import { parseMetrics, type Sample } from "./metricsText.ts";

/** The totals of one reading. */
export interface Reading {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly requests: number;
  readonly clientErrors: number;
  readonly serverErrors: number;
  /** Cumulative counts by upper bound in seconds, ascending; the last bound is infinite. */
  readonly buckets: readonly (readonly [bound: number, count: number])[];
  readonly inFlight: { readonly readOnly: number; readonly mutating: number };
  readonly watches: number;
  readonly memoryBytes: number;
}

/** One point of every chart; rates are per second, latencies in milliseconds; null where there is no value. */
export interface Point {
  readonly at: number;
  readonly rate: number;
  readonly clientErrors: number;
  readonly serverErrors: number;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
  readonly readOnly: number;
  readonly mutating: number;
  readonly watches: number;
  readonly memoryMiB: number;
}

const REQUESTS = "apiserver_request_total";
const BUCKET = "apiserver_request_duration_seconds_bucket";
const IN_FLIGHT = "apiserver_current_inflight_requests";
const LONG = "apiserver_longrunning_requests";
const MEMORY = "process_resident_memory_bytes";
const METRIC_NAMES: ReadonlySet<string> = new Set([REQUESTS, BUCKET, IN_FLIGHT, LONG, MEMORY]);
/** Verbs of requests that last as long as the client stays connected, so that their duration is not a latency. */
const STREAMS: ReadonlySet<string> = new Set(["WATCH", "CONNECT", "WATCHLIST"]);

const sum = (samples: readonly Sample[], when: (sample: Sample) => boolean): number =>
  samples.reduce((total, sample) => (when(sample) ? total + sample.value : total), 0);

/** Reduces a metrics page to the totals that the charts need. */
export function readingOf(text: string, at: number): Reading {
  const samples = parseMetrics(text, METRIC_NAMES);
  const requests = samples.filter(({ name }) => name === REQUESTS);
  const coded = (digit: string): number => sum(requests, ({ labels }) => labels.code?.startsWith(digit) ?? false);
  const bounds = new Map<number, number>();
  for (const { name, labels, value } of samples) {
    if (name !== BUCKET || STREAMS.has(labels.verb ?? "")) continue;
    const bound = labels.le === "+Inf" ? Number.POSITIVE_INFINITY : Number(labels.le);
    bounds.set(bound, (bounds.get(bound) ?? 0) + value);
  }
  const inFlight = (kind: string): number =>
    sum(samples, ({ name, labels }) => name === IN_FLIGHT && labels.request_kind === kind);
  return {
    at,
    requests: sum(requests, () => true),
    clientErrors: coded("4"),
    serverErrors: coded("5"),
    buckets: [...bounds].sort(([a], [b]) => a - b),
    inFlight: { readOnly: inFlight("readOnly"), mutating: inFlight("mutating") },
    watches: sum(samples, ({ name, labels }) => name === LONG && STREAMS.has(labels.verb ?? "")),
    memoryBytes: sum(samples, ({ name }) => name === MEMORY),
  };
}

/**
 * The quantile of a cumulative histogram, interpolated within its bucket.
 *
 * @param buckets cumulative counts, ascending; the last bound is infinite
 * @returns in the unit of the bounds; null when nothing was counted; the last finite bound for quantiles beyond it
 */
export function quantile(buckets: readonly (readonly [number, number])[], part: number): number | null {
  const total = buckets.at(-1)?.[1] ?? 0;
  if (total <= 0) return null;
  const rank = part * total;
  let [lowerBound, lowerCount] = [0, 0];
  for (const [bound, count] of buckets) {
    if (count >= rank) {
      if (bound === Number.POSITIVE_INFINITY || count === lowerCount) return lowerBound;
      return lowerBound + ((bound - lowerBound) * (rank - lowerCount)) / (count - lowerCount);
    }
    [lowerBound, lowerCount] = [bound, count];
  }
  return lowerBound;
}

/** The point between two readings; undefined when the counters decreased, because the server restarted. */
export function pointBetween(before: Reading, after: Reading): Point | undefined {
  const seconds = (after.at - before.at) / 1000;
  if (seconds <= 0 || after.requests < before.requests) return undefined;
  const rate = (key: "requests" | "clientErrors" | "serverErrors"): number => (after[key] - before[key]) / seconds;
  const earlier = new Map(before.buckets);
  const grown = after.buckets.map(([bound, count]) => [bound, count - (earlier.get(bound) ?? 0)] as const);
  const milliseconds = (part: number): number | null => {
    const value = quantile(grown, part);
    return value === null ? null : value * 1000;
  };
  return {
    at: after.at,
    rate: rate("requests"),
    clientErrors: rate("clientErrors"),
    serverErrors: rate("serverErrors"),
    p50: milliseconds(0.5),
    p90: milliseconds(0.9),
    p99: milliseconds(0.99),
    ...after.inFlight,
    watches: after.watches,
    memoryMiB: after.memoryBytes / 1024 / 1024,
  };
}
