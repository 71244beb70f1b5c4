import type { Stability } from "../../ground/observability/registry/metricLifecycle.ts";
import type { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";

/** Metrics of one priority level. Times are in seconds. */
export interface LevelMetrics {
  waiting(schema: string, change: number): void;
  begun(schema: string, seats: number, waited: number): void;
  executed(schema: string, took: number): void;
  left(schema: string, seats: number): void;
  rejected(schema: string, reason: string): void;
}

/** The metrics of priority and fairness with the reference's names. */
export interface FlowMetrics {
  level(name: string): LevelMetrics;
  limits(name: string, seats: { nominal: number; lower: number; upper: number; current: number }): void;
  demand(name: string, high: number, smooth: number): void;
  forget(name: string): void;
}

const LABELS = ["priority_level", "flow_schema"];
const WAITS = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30];

/** @param registry where the metrics are registered */
export function flowMetrics(registry: MetricRegistry): FlowMetrics {
  const gauge = (stability: Stability, name: string, help: string, labelNames: string[], deprecatedIn?: string) =>
    registry.gauge({ stability, name: `apiserver_flowcontrol_${name}`, help, labelNames, deprecatedIn });
  const inQueue = gauge("BETA", "current_inqueue_requests", "Requests that wait at a priority level.", LABELS);
  const executing = gauge("BETA", "current_executing_requests", "Requests that a priority level has seated.", LABELS);
  const seatedAt = "Seats that requests of a priority level sit on.";
  const seats = gauge("BETA", "current_executing_seats", seatedAt, LABELS);
  const inUse = gauge("ALPHA", "request_concurrency_in_use", seatedAt, LABELS, "1.31.0");
  const perLevel = ["priority_level"];
  const byShare = "Seats of a priority level by its share.";
  const limits = {
    nominal: gauge("BETA", "nominal_limit_seats", byShare, perLevel),
    concurrency: gauge("ALPHA", "request_concurrency_limit", byShare, perLevel, "1.30.0"),
    lower: gauge("ALPHA", "lower_limit_seats", "Seats that a priority level keeps, whatever others need.", perLevel),
    upper: gauge("ALPHA", "upper_limit_seats", "Seats that a priority level may have when it borrows.", perLevel),
    current: gauge("ALPHA", "current_limit_seats", "Seats that a priority level has now.", perLevel),
    high: gauge("ALPHA", "demand_seats_high_watermark", "Most seats that were wanted in the last period.", perLevel),
    smooth: gauge("ALPHA", "demand_seats_smoothed", "Seats that are expected to be wanted.", perLevel),
  };
  const dispatched = registry.counter({
    stability: "BETA",
    name: "apiserver_flowcontrol_dispatched_requests_total",
    help: "Requests that were seated.",
    labelNames: LABELS,
  });
  const rejected = registry.counter({
    stability: "BETA",
    name: "apiserver_flowcontrol_rejected_requests_total",
    help: "Requests that were sent away, by reason.",
    labelNames: [...LABELS, "reason"],
  });
  const waited = registry.histogram({
    stability: "BETA",
    name: "apiserver_flowcontrol_request_wait_duration_seconds",
    help: "Time that requests waited for a seat.",
    labelNames: [...LABELS, "execute"],
    buckets: WAITS,
  });
  const took = registry.histogram({
    stability: "ALPHA",
    name: "apiserver_flowcontrol_request_execution_seconds",
    help: "Time that requests sat on their seats.",
    labelNames: LABELS,
    buckets: WAITS,
  });
  return {
    level(name) {
      // Cached, because finding a series by its labels costs more than counting.
      const series = new Map<string, ReturnType<typeof seriesOf>>();
      const seriesOf = (schema: string) => {
        const labels = { priority_level: name, flow_schema: schema };
        return {
          inQueue: inQueue.labels(labels),
          executing: executing.labels(labels),
          seats: seats.labels(labels),
          inUse: inUse.labels(labels),
          dispatched: dispatched.labels(labels),
          waited: waited.labels({ ...labels, execute: "true" }),
          took: took.labels(labels),
        };
      };
      const of = (schema: string) => {
        let found = series.get(schema);
        if (found === undefined) {
          found = seriesOf(schema);
          series.set(schema, found);
        }
        return found;
      };
      return {
        waiting: (schema, change) => of(schema).inQueue.inc(change),
        begun(schema, width, wait) {
          const found = of(schema);
          found.executing.inc();
          found.seats.inc(width);
          found.inUse.inc(width);
          found.dispatched.inc();
          found.waited.observe(wait);
        },
        executed: (schema, time) => of(schema).took.observe(time),
        left(schema, width) {
          const found = of(schema);
          found.executing.dec();
          found.seats.dec(width);
          found.inUse.dec(width);
        },
        rejected: (schema, reason) => rejected.inc({ priority_level: name, flow_schema: schema, reason }),
      };
    },
    limits(name, { nominal, lower, upper, current }) {
      limits.nominal.set({ priority_level: name }, nominal);
      limits.concurrency.set({ priority_level: name }, nominal);
      limits.lower.set({ priority_level: name }, lower);
      limits.upper.set({ priority_level: name }, upper);
      limits.current.set({ priority_level: name }, current);
    },
    demand(name, high, smooth) {
      limits.high.set({ priority_level: name }, high);
      limits.smooth.set({ priority_level: name }, smooth);
    },
    forget(name) {
      for (const each of Object.values(limits)) each.remove({ priority_level: name });
    },
  };
}
