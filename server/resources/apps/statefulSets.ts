import { defineResource } from "../definition.ts";
import { scaleSubresource } from "../strategies/scale.ts";
import { statefulSetColumns } from "./statefulSetColumns.ts";
import { statefulSetStatusStrategy, statefulSetStrategy } from "./statefulSetStrategy.ts";

/** `apps/v1` statefulsets. */
export const statefulSets = defineResource({
  group: "apps",
  version: "v1",
  kind: "StatefulSet",
  plural: "statefulsets",
  singular: "statefulset",
  scope: "Namespaced",
  definition: "api.apps.v1.StatefulSet",
  shortNames: ["sts"],
  categories: ["all"],
  strategy: statefulSetStrategy,
  columns: statefulSetColumns,
  subresources: [
    scaleSubresource,
    { name: "status", verbs: ["get", "patch", "update"], strategy: statefulSetStatusStrategy },
  ],
  storageVersionHash: "H+vl74LkKdo=",
});
