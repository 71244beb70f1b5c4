import { defineResource } from "../definition.ts";
import { scaleSubresource } from "../strategies/scale.ts";
import { replicaSetColumns } from "./replicaSetColumns.ts";
import { replicaSetStatusStrategy, replicaSetStrategy } from "./replicaSetStrategy.ts";

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
  storageVersionHash: "P1RzHs8/mWQ=",
});
