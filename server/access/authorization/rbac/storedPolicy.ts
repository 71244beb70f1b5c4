import { bindingTable } from "../../../../shared/rbac/bindingTable.ts";
import { bindingFromObject } from "../../../../shared/rbac/decode.ts";
import type { Policy } from "../../../../shared/rbac/types.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import { referencedRole } from "../../../api/resources/rbac/roleLookup.ts";
import { eachApart } from "../../../store/cache/eachApart.ts";
import type { ObjectChange, ObjectReader } from "../../../store/cache/reader.ts";

/** The stored roles and bindings as a policy that follows them. */
export interface StoredPolicy extends Policy {
  /** Stops following. */
  close(): void;
}

/** Indexes the bindings that are stored now and follows later changes; roles are read when they are asked for. */
export function storedPolicy(reader: ObjectReader, vocabulary: Vocabulary): StoredPolicy {
  const table = bindingTable();
  const ends = ["clusterrolebindings", "rolebindings"].map((resource) => {
    const kind = { group: vocabulary.rbacGroup, resource };
    // Subscribed before the list is read, so that nothing falls between; putting twice does no harm.
    const load = (): void => eachApart(reader.list(kind), (object) => table.put(bindingFromObject(object)));
    const forget = (): void => {
      for (const scope of [...table.namespaces()]) {
        if ((scope === "") !== (resource === "clusterrolebindings")) continue;
        for (const { name } of [...table.within(scope)]) table.remove(scope, name);
      }
    };
    const follow = ({ type, object }: ObjectChange): void => {
      const { namespace = "", name = "" } = object.metadata;
      if (type === "deleted") table.remove(namespace, name);
      else table.put(bindingFromObject(object));
    };
    const end = reader.follow(kind, follow, () => {
      forget();
      load();
    });
    load();
    return end;
  });
  return {
    bindingsOf: table.of,
    bindingsIn: table.within,
    scopes: table.namespaces,
    roleOf: (binding) => referencedRole(reader, vocabulary, binding.roleRef, binding.namespace),
    close() {
      for (const end of ends) end();
    },
  };
}
