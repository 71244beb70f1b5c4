import { defineResource } from "../../registry/definition.ts";
import { horizontalPodAutoscalerColumns } from "./horizontalPodAutoscalerColumns.ts";
import {
  horizontalPodAutoscalerStatusStrategy,
  horizontalPodAutoscalerStrategy,
} from "./horizontalPodAutoscalerStrategy.ts";

/** `autoscaling/v2` horizontalpodautoscalers. */
export const horizontalPodAutoscalers = defineResource({
  group: "autoscaling",
  version: "v2",
  kind: "HorizontalPodAutoscaler",
  plural: "horizontalpodautoscalers",
  singular: "horizontalpodautoscaler",
  scope: "Namespaced",
  definition: "api.autoscaling.v2.HorizontalPodAutoscaler",
  shortNames: ["hpa"],
  categories: ["all"],
  strategy: horizontalPodAutoscalerStrategy,
  columns: horizontalPodAutoscalerColumns,
  subresources: [
    { name: "status", verbs: ["get", "patch", "update"], strategy: horizontalPodAutoscalerStatusStrategy },
  ],
});
