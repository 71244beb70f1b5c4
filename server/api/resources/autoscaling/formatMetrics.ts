import type { MetricSpec, MetricStatus, MetricTarget, MetricValueStatus } from "kubernetes-types/autoscaling/v2";
import { listWithMore, NONE, UNKNOWN } from "../../registry/columns/cells.ts";

const SHOWN = 2;

/** `current/target` of each metric, for the first two; further ones are only counted. */
export function formatMetrics(specs: readonly MetricSpec[], statuses: readonly MetricStatus[]): string {
  const all = specs.map((spec, i) => formatMetric(spec, statuses[i]));
  return listWithMore(all, SHOWN, NONE, ", ");
}

function formatMetric(spec: MetricSpec, status: MetricStatus | undefined): string {
  switch (spec.type) {
    case "External":
      return valueOrAverage(spec.external?.target, status?.external?.current);
    case "Object":
      return valueOrAverage(spec.object?.target, status?.object?.current);
    case "Pods":
      return `${reported(status?.pods?.current, "averageValue")}/${spec.pods?.target.averageValue ?? ""}`;
    case "Resource":
      return `${spec.resource?.name ?? ""}: ${resource(spec.resource?.target, status?.resource?.current)}`;
    case "ContainerResource":
      return `${spec.containerResource?.name ?? ""}: ${resource(spec.containerResource?.target, status?.containerResource?.current)}`;
    default:
      return "<unknown type>";
  }
}

/** The reported value. When the report lacks the value, Go's notation for nil, as in the reference. */
const reported = (current: MetricValueStatus | undefined, member: "value" | "averageValue"): string =>
  current === undefined ? UNKNOWN : (current[member] ?? "<nil>");

function valueOrAverage(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  if (target?.averageValue !== undefined) return `${current?.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`;
  return `${reported(current, "value")}/${target?.value ?? ""}`;
}

function resource(target: MetricTarget | undefined, current: MetricValueStatus | undefined): string {
  if (target?.averageValue !== undefined) return `${reported(current, "averageValue")}/${target.averageValue}`;
  const now = current?.averageUtilization === undefined ? UNKNOWN : `${current.averageUtilization}%`;
  return `${now}/${target?.averageUtilization === undefined ? "<auto>" : `${target.averageUtilization}%`}`;
}
