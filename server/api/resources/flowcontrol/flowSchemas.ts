import { defineResource } from "../../registry/definition.ts";
import { byPrecedence, flowSchemaColumns } from "./flowSchemaColumns.ts";
import { flowSchemaStatusStrategy, flowSchemaStrategy } from "./flowSchemaStrategy.ts";

/** `flowcontrol.apiserver.{domain}/v1` flowschemas. */
export const flowSchemas = defineResource({
  group: "flowcontrol.apiserver.{domain}",
  version: "v1",
  kind: "FlowSchema",
  plural: "flowschemas",
  singular: "flowschema",
  scope: "Cluster",
  definition: "api.flowcontrol.v1.FlowSchema",
  strategy: flowSchemaStrategy,
  columns: flowSchemaColumns,
  rowOrder: byPrecedence,
  subresources: [{ name: "status", verbs: ["get", "patch", "update"], strategy: flowSchemaStatusStrategy }],
});
