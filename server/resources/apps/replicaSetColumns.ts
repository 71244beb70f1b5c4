import type { ReplicaSet } from "kubernetes-types/apps/v1";
import { containerColumns, selectorColumn } from "../columns/podTemplate.ts";
import { integerColumn, nameAndAge } from "../columns/table.ts";
import { narrow } from "../strategies/narrow.ts";

/** Columns of replica sets. */
export const replicaSetColumns = [
  ...nameAndAge(
    integerColumn("Desired", "Number of pods that should exist", (o) => narrow<ReplicaSet>(o).spec?.replicas ?? 0),
    integerColumn("Current", "Number of pods last seen", (o) => narrow<ReplicaSet>(o).status?.replicas ?? 0),
    integerColumn("Ready", "Number of pods that are ready", (o) => narrow<ReplicaSet>(o).status?.readyReplicas ?? 0),
  ),
  ...containerColumns((o) => narrow<ReplicaSet>(o).spec?.template),
  selectorColumn("Label query over the pods that are counted", (o) => narrow<ReplicaSet>(o).spec?.selector),
];
