import type { AdmissionTimer, AdmissionTimes } from "../../api/registry/admission/chain.ts";
import type { Histogram, HistogramSeries } from "../../ground/observability/registry/histogram.ts";
import type { MetricRegistry } from "../../ground/observability/registry/metricRegistry.ts";

const LABELS = ["type", "operation", "rejected"] as const;
/** Histogram buckets in seconds. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** Records the duration of admission as metrics with the reference's names. */
export function admissionTimes(registry: MetricRegistry): AdmissionTimes {
  const plugins = registry.histogram({
    name: "apiserver_admission_controller_admission_duration_seconds",
    help: "Time that admission plugins took, by name, type and operation.",
    stability: "STABLE",
    labelNames: ["name", ...LABELS],
    buckets: BUCKETS,
  });
  const steps = registry.histogram({
    name: "apiserver_admission_step_admission_duration_seconds",
    help: "Time that all admission plugins together took, by type and operation.",
    stability: "STABLE",
    labelNames: [...LABELS],
    buckets: BUCKETS,
  });
  return {
    plugin: (name, type) => timer(plugins, { name, type }),
    step: (type) => timer(steps, { type }),
  };
}

/** Looks up each series only once, because every write uses them. */
function timer<L extends string>(
  histogram: Histogram<L | "operation" | "rejected">,
  labels: Record<L, string>,
): AdmissionTimer {
  const series = { true: new Map<string, HistogramSeries>(), false: new Map<string, HistogramSeries>() };
  return (operation, rejected, took) => {
    const known = rejected ? series.true : series.false;
    let found = known.get(operation);
    if (found === undefined) {
      found = histogram.labels({ ...labels, operation, rejected: String(rejected) });
      known.set(operation, found);
    }
    found.observe(took / 1000);
  };
}
