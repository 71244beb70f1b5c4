import { defaultColumns } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { clusterRoleStrategy } from "./clusterRoleStrategy.ts";

/** `rbac.authorization.{domain}/v1` clusterroles. */
export const clusterRoles = defineResource({
  group: "rbac.authorization.{domain}",
  version: "v1",
  kind: "ClusterRole",
  plural: "clusterroles",
  singular: "clusterrole",
  scope: "Cluster",
  definition: "api.rbac.v1.ClusterRole",
  strategy: clusterRoleStrategy,
  columns: defaultColumns,
});
