import { defineResource } from "../../registry/definition.ts";
import { clusterRoleBindingColumns } from "./bindingColumns.ts";
import { bindingStrategy } from "./bindingStrategy.ts";

/** `rbac.authorization.{domain}/v1` clusterrolebindings. */
export const clusterRoleBindings = defineResource({
  group: "rbac.authorization.{domain}",
  version: "v1",
  kind: "ClusterRoleBinding",
  plural: "clusterrolebindings",
  singular: "clusterrolebinding",
  scope: "Cluster",
  definition: "api.rbac.v1.ClusterRoleBinding",
  strategy: bindingStrategy(false),
  columns: clusterRoleBindingColumns,
});
