import { defaultColumns } from "../../registry/columns/table.ts";
import { defineResource } from "../../registry/definition.ts";
import { roleStrategy } from "./roleStrategy.ts";

/** `rbac.authorization.{domain}/v1` roles. */
export const roles = defineResource({
  group: "rbac.authorization.{domain}",
  version: "v1",
  kind: "Role",
  plural: "roles",
  singular: "role",
  scope: "Namespaced",
  definition: "api.rbac.v1.Role",
  strategy: roleStrategy,
  columns: defaultColumns,
});
