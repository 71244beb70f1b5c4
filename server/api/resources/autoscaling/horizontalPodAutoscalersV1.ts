import type { ApiObject } from "../../../../shared/object.ts";
import type { Column, ResourceDefinition } from "../../registry/definition.ts";
import { defineResource } from "../../registry/definition.ts";
import { fromV2, toV2 } from "./conversion.ts";
import { horizontalPodAutoscalers } from "./horizontalPodAutoscalers.ts";
import {
  horizontalPodAutoscalerV1StatusStrategy,
  horizontalPodAutoscalerV1Strategy,
} from "./horizontalPodAutoscalerV1Strategy.ts";

/** The v2 object of each v1 object, by the v1 spec. Needed because v1 loses the order of the metrics. */
const origins = new WeakMap<object, ApiObject>();

function remembered(object: ApiObject): ApiObject {
  const made = fromV2(object);
  origins.set(made["spec"] as object, object);
  return made;
}

/** Computes the cell of a v1 object from its v2 form. */
const throughV2 = (column: Column): Column => ({
  ...column,
  cell: (object, now, words) => column.cell(origins.get(object["spec"] as object) ?? toV2(object), now, words),
});

/** `autoscaling/v1` horizontalpodautoscalers: a view of the stored autoscaling/v2 objects. */
export const horizontalPodAutoscalersV1: ResourceDefinition = defineResource({
  ...horizontalPodAutoscalers,
  version: "v1",
  definition: "api.autoscaling.v1.HorizontalPodAutoscaler",
  strategy: horizontalPodAutoscalerV1Strategy,
  columns: horizontalPodAutoscalers.columns.map(throughV2),
  subresources: [
    { name: "status", verbs: ["get", "patch", "update"], strategy: horizontalPodAutoscalerV1StatusStrategy },
  ],
  storedAs: {
    group: "autoscaling",
    version: "v2",
    resource: "horizontalpodautoscalers",
    toStorage: toV2,
    fromStorage: remembered,
  },
});
