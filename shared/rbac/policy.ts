import { bindingTable } from "./bindingTable.ts";
import type { AccessModel, AccessRequest, BindingShape, Policy } from "./types.ts";

/** Creates a policy from lists in one pass. If several roles (or bindings) have the same name, the last one is used. */
export function policyOf(model: AccessModel): Policy {
  const table = bindingTable();
  for (const binding of model.bindings) table.put(binding);
  const roles = new Map(model.roles.map((role) => [roleKey(role.namespace, role.name), role]));
  return {
    bindingsOf: table.of,
    bindingsIn: table.within,
    scopes: table.namespaces,
    roleOf: (binding) => roles.get(roleKey(roleNamespace(binding), binding.roleRef.name)),
  };
}

const roleKey = (namespace: string, name: string): string => `${namespace}/${name}`;

/** The namespace of a binding's role: the binding's namespace for a Role, none for a ClusterRole. */
export const roleNamespace = (binding: BindingShape): string =>
  binding.roleRef.kind === "Role" ? binding.namespace : "";

/**
 * The scopes of bindings that apply to a request, in order of evaluation: cluster bindings apply to everything, others
 * to resources in their namespace.
 */
export const scopesOf = (request: AccessRequest): readonly string[] =>
  request.resourceRequest && request.namespace !== "" ? ["", request.namespace] : [""];
