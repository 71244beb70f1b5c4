import type { ResourceReference } from "../../../api/client/apiClient.ts";
import type { Kinds } from "../../../api/client/kinds.ts";
import type { Coordinates } from "./node.ts";

/** The kind is not served at the moment: nothing is known about its objects, so the check waits until it is. */
export class UnknownKind extends Error {
  constructor(apiVersion: string, kind: string) {
    super(`unable to get REST mapping for ${apiVersion}/${kind}.`);
  }
}

/**
 * A cluster-scoped object names an owner of a namespaced kind: such an owner cannot be addressed, and retries do not
 * help.
 */
export class UnnameableOwner extends Error {
  constructor() {
    super("cluster-scoped objects cannot refer to namespaced owners");
  }
}

/**
 * The path of an object.
 * @throws UnknownKind, UnnameableOwner
 */
export function referenceTo(kinds: Kinds, { apiVersion, kind, namespace, name }: Coordinates): ResourceReference {
  const mapping = kinds.find(apiVersion, kind);
  if (mapping === undefined) throw new UnknownKind(apiVersion, kind);
  const { group, version, resource, namespaced } = mapping;
  if (!namespaced) return { group, version, resource, name };
  if (namespace === "") throw new UnnameableOwner();
  return { group, version, resource, namespace, name };
}
