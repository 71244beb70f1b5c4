import type { ApiObject } from "../../../../shared/object.ts";
import { bindingTable } from "../../../../shared/rbac/bindingTable.ts";
import { bindingFromObject, roleFromObject } from "../../../../shared/rbac/decode.ts";
import type { Policy, RoleShape } from "../../../../shared/rbac/types.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { forEachIsolated } from "../../../store/cache/forEachIsolated.ts";
import type { ObjectChange, ObjectReader } from "../../../store/cache/reader.ts";

/** An RBAC policy that follows the stored roles and bindings. */
export interface StoredPolicy extends Policy {
  /** Stops following. */
  close(): void;
}

/**
 * Indexes the stored roles and bindings, and follows later changes. A decision may involve thousands of bindings of one
 * user, so their roles are looked up in a map instead of the ordered store.
 */
export function storedPolicy(reader: ObjectReader, vocabulary: Vocabulary): StoredPolicy {
  const table = bindingTable();
  const bindings: Kept = {
    put: (object) => table.put(bindingFromObject(object)),
    remove: table.remove,
    clear(isCluster) {
      for (const scope of [...table.namespaces()]) {
        if ((scope === "") !== isCluster) continue;
        for (const { name } of [...table.within(scope)]) table.remove(scope, name);
      }
    },
  };
  /** By namespace (`""`: cluster roles) and name. */
  const byScope = new Map<string, Map<string, RoleShape>>();
  const roles: Kept = {
    put(object) {
      const role = roleFromObject(object);
      const inScope = byScope.get(role.namespace) ?? new Map<string, RoleShape>();
      byScope.set(role.namespace, inScope.set(role.name, role));
    },
    remove(namespace, name) {
      const inScope = byScope.get(namespace);
      inScope?.delete(name);
      if (inScope?.size === 0) byScope.delete(namespace);
    },
    clear(isCluster) {
      for (const scope of [...byScope.keys()]) if ((scope === "") === isCluster) byScope.delete(scope);
    },
  };
  const follow = (resource: string, kept: Kept): (() => void) =>
    followStored(reader, { group: vocabulary.rbacGroup, resource }, resource.startsWith("cluster"), kept);
  const ends = [
    follow("clusterroles", roles),
    follow("roles", roles),
    follow("clusterrolebindings", bindings),
    follow("rolebindings", bindings),
  ];
  return {
    bindingsOf: table.of,
    bindingsIn: table.within,
    scopes: table.namespaces,
    roleOf: ({ roleRef, namespace }) => byScope.get(roleRef.kind === "ClusterRole" ? "" : namespace)?.get(roleRef.name),
    close() {
      for (const end of ends) end();
    },
  };
}

/** An index of stored objects. */
interface Kept {
  put(object: ApiObject): void;
  remove(namespace: string, name: string): void;
  /** Removes the cluster-scoped objects, or those of all namespaces. */
  clear(isCluster: boolean): void;
}

/** Fills an index with the stored objects, and follows later changes until the returned function is called. */
function followStored(
  reader: ObjectReader,
  kind: { readonly group: string; readonly resource: string },
  isCluster: boolean,
  kept: Kept,
): () => void {
  const load = (): void => forEachIsolated(reader.list(kind), kept.put);
  const take = ({ type, object }: ObjectChange): void => {
    const { namespace = "", name = "" } = object.metadata;
    if (type === "deleted") kept.remove(namespace, name);
    else kept.put(object);
  };
  // Subscribe before reading the list, so that no change is missed; putting an object twice is harmless.
  const end = reader.follow(kind, take, () => {
    kept.clear(isCluster);
    load();
  });
  load();
  return end;
}
