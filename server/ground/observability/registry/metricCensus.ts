import type { MetricLife } from "./metricLifecycle.ts";

/** What is counted about the metrics themselves. */
export class MetricCensus {
  /** Those that are shown. */
  readonly registered: MetricLife[] = [];
  /** How many are not shown. */
  hidden = 0;
  /** How many names the operator does not want. */
  readonly disabled: number;
  /** How often a label had a value that is not allowed. */
  unexpected = 0;

  constructor(disabled: number) {
    this.disabled = disabled;
  }
}
