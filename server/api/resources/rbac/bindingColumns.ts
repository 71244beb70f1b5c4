import type { RoleBinding, Subject } from "kubernetes-types/rbac/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import { nameAndAge, textColumn, wide } from "../../registry/columns/table.ts";
import type { Column } from "../../registry/definition.ts";
import { narrow } from "../../registry/strategies/narrow.ts";

const ROLE =
  "RoleRef can reference a Role in the current namespace or a ClusterRole in the global namespace. If the RoleRef cannot " +
  "be resolved, the Authorizer must return an error.";
const CLUSTER_ROLE =
  "RoleRef can only reference a ClusterRole in the global namespace. If the RoleRef cannot be resolved, the Authorizer " +
  "must return an error.";

function subjects(object: ApiObject, kind: string, format: (subject: Subject) => string): string {
  const list = narrow<RoleBinding>(object).subjects ?? [];
  return list
    .filter((subject) => subject.kind === kind)
    .map(format)
    .join(", ");
}

function bindingColumns(roleDescription: string, words: string): readonly Column[] {
  return [
    ...nameAndAge(
      textColumn("Role", roleDescription, (o) => {
        const { kind, name } = narrow<RoleBinding>(o).roleRef;
        return `${kind}/${name}`;
      }),
    ),
    wide(textColumn("Users", `Users in the ${words}`, (o) => subjects(o, "User", (s) => s.name))),
    wide(textColumn("Groups", `Groups in the ${words}`, (o) => subjects(o, "Group", (s) => s.name))),
    wide(
      textColumn("ServiceAccounts", `ServiceAccounts in the ${words}`, (o) =>
        subjects(o, "ServiceAccount", (s) => `${s.namespace ?? ""}/${s.name}`),
      ),
    ),
  ];
}

/** Columns of role bindings. */
export const roleBindingColumns = bindingColumns(ROLE, "roleBinding");
/** Columns of cluster role bindings. */
export const clusterRoleBindingColumns = bindingColumns(CLUSTER_ROLE, "clusterRoleBinding");
