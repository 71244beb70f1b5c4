import type { HorizontalPodAutoscaler } from "kubernetes-types/autoscaling/v2";
import { UNSET } from "../columns/cells.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";
import { formatMetrics } from "./formatMetrics.ts";

/** Columns of horizontal pod autoscalers. */
export const horizontalPodAutoscalerColumns = nameAndAge(
  textColumn("Reference", "Workload that is scaled", (o) => {
    const reference = narrow<HorizontalPodAutoscaler>(o).spec?.scaleTargetRef;
    return `${reference?.kind ?? ""}/${reference?.name ?? ""}`;
  }),
  textColumn("Targets", "Current and wanted value of each metric", (o) => {
    const { spec, status } = narrow<HorizontalPodAutoscaler>(o);
    return formatMetrics(spec?.metrics ?? [], status?.currentMetrics ?? []);
  }),
  textColumn("MinPods", "Lower limit of the number of pods", (o) => {
    const min = narrow<HorizontalPodAutoscaler>(o).spec?.minReplicas;
    return min === undefined ? UNSET : String(min);
  }),
  textColumn(
    "MaxPods",
    "Upper limit of the number of pods",
    (o) => narrow<HorizontalPodAutoscaler>(o).spec?.maxReplicas ?? 0,
  ),
  textColumn(
    "Replicas",
    "Number of pods last seen",
    (o) => narrow<HorizontalPodAutoscaler>(o).status?.currentReplicas ?? 0,
  ),
);
