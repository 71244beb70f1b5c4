import type { StatefulSet } from "kubernetes-types/apps/v1";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { containerColumns } from "../columns/podTemplate.ts";
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
});
