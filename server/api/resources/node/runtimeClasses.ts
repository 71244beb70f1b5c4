import type { RuntimeClass } from "kubernetes-types/node/v1";
import { nameAndAge, textColumn } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";
import { runtimeClassStrategy } from "./runtimeClassStrategy.ts";

/** Columns of runtime classes. The reference's description of the handler is empty. */
const runtimeClassColumns = nameAndAge(textColumn("Handler", "", (o) => narrow<RuntimeClass>(o).handler));

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
});
