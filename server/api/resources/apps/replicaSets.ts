import type { ReplicaSet } from "kubernetes-types/apps/v1";
import { integerColumn, nameAndAge } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { containerColumns, selectorColumn } from "../columns/podTemplate.ts";
import { scaleSubresource } from "../strategies/scale.ts";
import { replicaSetStatusStrategy, replicaSetStrategy } from "./replicaSetStrategy.ts";

/** Columns of replica sets. */
const replicaSetColumns = [
  ...nameAndAge(
    integerColumn(
      "Desired",
      "Replicas is the number of desired replicas. This is a pointer to distinguish between explicit zero and unspecified. Defaults to 1. More info: https://{labelDomain}/docs/concepts/workloads/controllers/replicationcontroller/#what-is-a-replicationcontroller",
      (o) => narrow<ReplicaSet>(o).spec?.replicas ?? 0,
    ),
    integerColumn(
      "Current",
      "Replicas is the most recently observed number of replicas. More info: https://{labelDomain}/docs/concepts/workloads/controllers/replicationcontroller/#what-is-a-replicationcontroller",
      (o) => narrow<ReplicaSet>(o).status?.replicas ?? 0,
    ),
    integerColumn(
      "Ready",
      "The number of ready replicas for this replica set.",
      (o) => narrow<ReplicaSet>(o).status?.readyReplicas ?? 0,
    ),
  ),
  ...containerColumns((o) => narrow<ReplicaSet>(o).spec?.template),
  selectorColumn(
    "Selector is a label query over pods that should match the replica count. If the selector is empty, it is defaulted to the labels present on the pod template. Label keys and values that must match in order to be controlled by this replica set. More info: https://{labelDomain}/docs/concepts/overview/working-with-objects/labels/#label-selectors",
    (o) => narrow<ReplicaSet>(o).spec?.selector,
  ),
];

/** `apps/v1` replicasets. */
export const replicaSets = defineResource({
  group: "apps",
  version: "v1",
  kind: "ReplicaSet",
  plural: "replicasets",
  singular: "replicaset",
  scope: "Namespaced",
  definition: "api.apps.v1.ReplicaSet",
  shortNames: ["rs"],
  categories: ["all"],
  strategy: replicaSetStrategy,
  columns: replicaSetColumns,
  subresources: [
    scaleSubresource,
    { name: "status", verbs: ["get", "patch", "update"], strategy: replicaSetStatusStrategy },
  ],
});
