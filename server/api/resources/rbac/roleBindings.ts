import { defineResource } from "../../registry/definition.ts";
import { roleBindingColumns } from "./bindingColumns.ts";
import { bindingStrategy } from "./bindingStrategy.ts";

/** `rbac.authorization.{domain}/v1` rolebindings. */
export const roleBindings = defineResource({
  group: "rbac.authorization.{domain}",
  version: "v1",
  kind: "RoleBinding",
  plural: "rolebindings",
  singular: "rolebinding",
  scope: "Namespaced",
  definition: "api.rbac.v1.RoleBinding",
  strategy: bindingStrategy(true),
  columns: roleBindingColumns,
});
