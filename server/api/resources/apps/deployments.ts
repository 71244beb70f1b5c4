import type { Deployment } from "kubernetes-types/apps/v1";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { containerColumns, selectorColumn } from "../columns/podTemplate.ts";
import { scaleSubresource } from "../strategies/scale.ts";
import { deploymentStatusStrategy, deploymentStrategy } from "./deploymentStrategy.ts";

/** Columns of deployments. */
const deploymentColumns = [
  ...nameAndAge(
    textColumn("Ready", "Number of the pod with ready state", (o) => {
      const { spec, status } = narrow<Deployment>(o);
      return `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`;
    }),
    textColumn(
      "Up-to-date",
      "Total number of non-terminated pods targeted by this deployment that have the desired template spec.",
      (o) => narrow<Deployment>(o).status?.updatedReplicas ?? 0,
    ),
    textColumn(
      "Available",
      "Total number of available pods (ready for at least minReadySeconds) targeted by this deployment.",
      (o) => narrow<Deployment>(o).status?.availableReplicas ?? 0,
    ),
  ),
  ...containerColumns((o) => narrow<Deployment>(o).spec?.template),
  selectorColumn(
    "Label selector for pods. Existing ReplicaSets whose pods are selected by this will be the ones affected by this deployment.",
    (o) => narrow<Deployment>(o).spec?.selector,
  ),
];

/** `apps/v1` deployments. */
export const deployments = defineResource({
  group: "apps",
  version: "v1",
  kind: "Deployment",
  plural: "deployments",
  singular: "deployment",
  scope: "Namespaced",
  definition: "api.apps.v1.Deployment",
  shortNames: ["deploy"],
  categories: ["all"],
  strategy: deploymentStrategy,
  columns: deploymentColumns,
  subresources: [
    scaleSubresource,
    { name: "status", verbs: ["get", "patch", "update"], strategy: deploymentStatusStrategy },
  ],
});
