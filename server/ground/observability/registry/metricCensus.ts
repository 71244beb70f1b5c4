import type { MetricLife } from "./metricLifecycle.ts";

/** Statistics about the metrics themselves. */
export class MetricCensus {
  /** Metrics that are shown. */
  readonly registered: MetricLife[] = [];
  /** Number of metrics that are not shown. */
  hidden = 0;
  /** Number of metric names that the operator has disabled. */
  readonly disabled: number;
  /** How often a label had a value that is not allowed. */
  unexpected = 0;

  constructor(disabled: number) {
    this.disabled = disabled;
  }
}
