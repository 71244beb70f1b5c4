import type { StatefulSet } from "kubernetes-types/apps/v1";
import { containerColumns } from "../columns/podTemplate.ts";
import { nameAndAge, textColumn } from "../columns/table.ts";
import { defineResource } from "../definition.ts";
import { narrow } from "../strategies/narrow.ts";
import { scaleSubresource } from "../strategies/scale.ts";
import { statefulSetStatusStrategy, statefulSetStrategy } from "./statefulSetStrategy.ts";

/** Columns of stateful sets. */
const statefulSetColumns = [
  ...nameAndAge(
    textColumn("Ready", "Number of the pod with ready state", (o) => {
      const { spec, status } = narrow<StatefulSet>(o);
      return `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`;
    }),
  ),
  ...containerColumns((o) => narrow<StatefulSet>(o).spec?.template),
];

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
