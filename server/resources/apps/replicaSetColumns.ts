import type { ReplicaSet } from "kubernetes-types/apps/v1";
import { containerColumns, selectorColumn } from "../cells/podTemplate.ts";
import { integer, nameAndAge } from "../cells/table.ts";
import { narrow } from "../strategies/narrow.ts";

export const replicaSetColumns = [
  ...nameAndAge(
    integer("Desired", "Number of pods that should exist", (o) => narrow<ReplicaSet>(o).spec?.replicas ?? 0),
    integer("Current", "Number of pods last seen", (o) => narrow<ReplicaSet>(o).status?.replicas ?? 0),
    integer("Ready", "Number of pods that are ready", (o) => narrow<ReplicaSet>(o).status?.readyReplicas ?? 0),
  ),
  ...containerColumns((o) => narrow<ReplicaSet>(o).spec?.template),
  selectorColumn("Label query over the pods that are counted", (o) => narrow<ReplicaSet>(o).spec?.selector),
];
