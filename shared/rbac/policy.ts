import { bindingTable } from "./bindingTable.ts";
import type { AccessModel, AccessRequest, BindingShape, Policy } from "./types.ts";

/** A policy made from lists; costs one pass over them. Of two roles (or bindings) of one name, the last counts. */
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

/** Where the role of a binding is looked up: a Role in the binding's namespace, a ClusterRole in none. */
export const roleNamespace = (binding: BindingShape): string =>
  binding.roleRef.kind === "Role" ? binding.namespace : "";

/**
 * The scopes whose bindings speak about a request, in the order in which they are asked: cluster bindings about everything,
 * others about resources of their namespace.
 */
export const scopesOf = (request: AccessRequest): readonly string[] =>
  request.resourceRequest && request.namespace !== "" ? ["", request.namespace] : [""];
