import { defineResource } from "../definition.ts";
import { runtimeClassColumns } from "./runtimeClassColumns.ts";
import { runtimeClassStrategy } from "./runtimeClassStrategy.ts";

/** `node.{domain}/v1` runtimeclasses. */
export const runtimeClasses = defineResource({
  group: "node.{domain}",
  version: "v1",
  kind: "RuntimeClass",
  plural: "runtimeclasses",
  singular: "runtimeclass",
  scope: "Cluster",
  definition: "api.node.v1.RuntimeClass",
  strategy: runtimeClassStrategy,
  columns: runtimeClassColumns,
  storageVersionHash: "WQTu1GL3T2Q=",
});
