import type { HorizontalPodAutoscaler } from "kubernetes-types/autoscaling/v2";
import { UNSET } from "../../registry/columns/cells.ts";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { formatMetrics } from "./formatMetrics.ts";

/** Columns of horizontal pod autoscalers. */
export const horizontalPodAutoscalerColumns = nameAndAge(
  textColumn(
    "Reference",
    "scaleTargetRef points to the target resource to scale, and is used to the pods for which metrics should be collected, as well as to actually change the replica count.",
    (o) => {
      const reference = narrow<HorizontalPodAutoscaler>(o).spec?.scaleTargetRef;
      return `${reference?.kind ?? ""}/${reference?.name ?? ""}`;
    },
  ),
  textColumn(
    "Targets",
    "metrics contains the specifications for which to use to calculate the desired replica count (the maximum replica count across all metrics will be used).  The desired replica count is calculated multiplying the ratio between the target value and the current value by the current number of pods.  Ergo, metrics used must decrease as the pod count is increased, and vice-versa.  See the individual metric source types for more information about how each type of metric must respond.",
    (o) => {
      const { spec, status } = narrow<HorizontalPodAutoscaler>(o);
      return formatMetrics(spec?.metrics ?? [], status?.currentMetrics ?? []);
    },
  ),
  textColumn(
    "MinPods",
    "minReplicas is the lower limit for the number of replicas to which the autoscaler can scale down.  It defaults to 1 pod.  minReplicas is allowed to be 0 if the alpha feature gate HPAScaleToZero is enabled and at least one Object or External metric is configured.  Scaling is active as long as at least one metric value is available.",
    (o) => {
      const min = narrow<HorizontalPodAutoscaler>(o).spec?.minReplicas;
      return min === undefined ? UNSET : String(min);
    },
  ),
  textColumn(
    "MaxPods",
    "maxReplicas is the upper limit for the number of replicas to which the autoscaler can scale up. It cannot be less that minReplicas.",
    (o) => narrow<HorizontalPodAutoscaler>(o).spec?.maxReplicas ?? 0,
  ),
  textColumn(
    "Replicas",
    "currentReplicas is current number of replicas of pods managed by this autoscaler, as last seen by the autoscaler.",
    (o) => narrow<HorizontalPodAutoscaler>(o).status?.currentReplicas ?? 0,
  ),
);
