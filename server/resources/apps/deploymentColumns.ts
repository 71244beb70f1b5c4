import type { Deployment } from "kubernetes-types/apps/v1";
import { containerColumns, selectorColumn } from "../cells/podTemplate.ts";
import { nameAndAge, text } from "../cells/table.ts";
import { narrow } from "../strategies/narrow.ts";

export const deploymentColumns = [
  ...nameAndAge(
    text("Ready", "Number of the pod with ready state", (o) => {
      const { spec, status } = narrow<Deployment>(o);
      return `${status?.readyReplicas ?? 0}/${spec?.replicas ?? 0}`;
    }),
    text(
      "Up-to-date",
      "Total number of non-terminated pods targeted by this deployment that have the desired template spec.",
      (o) => narrow<Deployment>(o).status?.updatedReplicas ?? 0,
    ),
    text(
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
