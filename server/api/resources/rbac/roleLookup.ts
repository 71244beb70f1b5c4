import type { ApiObject } from "../../../../shared/object.ts";
import { roleFromObject } from "../../../../shared/rbac/decode.ts";
import type { BindingShape, RoleRef, RoleShape } from "../../../../shared/rbac/types.ts";
import { aggregateText } from "../../../../shared/text/aggregateText.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";

/** Decoded once per stored version. This is safe because objects of the reader are frozen. */
const decoded = new WeakMap<ApiObject, RoleShape>();

/**
 * The role that a reference names, seen from a namespace (`""` for cluster bindings); undefined when it does not exist.
 */
export function referencedRole(
  reader: ObjectReader,
  vocabulary: Vocabulary,
  ref: RoleRef,
  namespace: string,
): RoleShape | undefined {
  const cluster = ref.kind === "ClusterRole";
  const resource = cluster ? "clusterroles" : "roles";
  const object = reader.get({ group: vocabulary.rbacGroup, resource }, cluster ? "" : namespace, ref.name);
  if (object === undefined) return undefined;
  let role = decoded.get(object);
  if (role === undefined) {
    role = roleFromObject(object);
    decoded.set(object, role);
  }
  return role;
}

/** The message about bindings whose role does not exist. Several texts are put in brackets, without duplicates. */
export function missingRolesText(bindings: readonly BindingShape[], vocabulary: Vocabulary): string {
  const texts = bindings.map(
    ({ roleRef }) => `${roleRef.kind.toLowerCase()}.${vocabulary.rbacGroup} ${JSON.stringify(roleRef.name)} not found`,
  );
  return aggregateText(texts);
}
