import type { ApiObject } from "../../shared/object.ts";
import { roleFromObject } from "../../shared/rbac/decode.ts";
import type { BindingShape, PolicyRule, RoleRef } from "../../shared/rbac/types.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { ObjectReader } from "../cache/reader.ts";

/** Decoded once per stored version: objects of the reader are frozen. */
const decoded = new WeakMap<ApiObject, readonly PolicyRule[]>();

/**
 * The rules of the role that a reference means, seen from a namespace (`""` for cluster bindings); undefined when it does not
 * exist.
 */
export function referencedRules(
  reader: ObjectReader,
  vocabulary: Vocabulary,
  ref: RoleRef,
  namespace: string,
): readonly PolicyRule[] | undefined {
  const cluster = ref.kind === "ClusterRole";
  const resource = cluster ? "clusterroles" : "roles";
  const role = reader.get({ group: vocabulary.rbacGroup, resource }, cluster ? "" : namespace, ref.name);
  if (role === undefined) return undefined;
  let rules = decoded.get(role);
  if (rules === undefined) {
    rules = roleFromObject(role).rules;
    decoded.set(role, rules);
  }
  return rules;
}

/** What is said about a binding whose role does not exist. */
export const missingRoleText = (binding: BindingShape, vocabulary: Vocabulary): string =>
  `${binding.roleRef.kind.toLowerCase()}.${vocabulary.rbacGroup} ${JSON.stringify(binding.roleRef.name)} not found`;
