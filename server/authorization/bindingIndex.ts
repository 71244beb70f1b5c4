import type { ApiObject, GroupResource } from "../../shared/object.ts";
import { bindingFromObject } from "../../shared/rbac/decode.ts";
import { subjectUsername } from "../../shared/rbac/subjects.ts";
import type { BindingShape, SubjectIdentity } from "../../shared/rbac/types.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { ObjectReader } from "../cache/reader.ts";

/** Bindings of one namespace (`""` for cluster bindings) by binding name. */
type ByNamespace = Map<string, Map<string, BindingShape>>;

/** The bindings that name a user or one of their groups, kept current with the stored ones. */
export interface BindingIndex {
  /** Bindings of one namespace (`""`: cluster bindings) that apply to the user, each once. */
  of(user: SubjectIdentity, namespace: string): Iterable<BindingShape>;
  /** Stops following. */
  close(): void;
}

/** Builds the index from what is stored now and follows later changes. Costs memory per subject, nothing per decision. */
export function followBindings(reader: ObjectReader, vocabulary: Vocabulary): BindingIndex {
  const users = new Map<string, ByNamespace>();
  const groups = new Map<string, ByNamespace>();

  const each = (binding: BindingShape, visit: (table: Map<string, ByNamespace>, subject: string) => void): void => {
    for (const subject of binding.subjects) {
      if (subject.kind === "Group") visit(groups, subject.name);
      const username = subjectUsername(subject, binding.namespace);
      if (username !== undefined) visit(users, username);
    }
  };
  const add = (object: ApiObject): void => {
    const binding = bindingFromObject(object);
    each(binding, (table, subject) => {
      const spaces = getOrCreate(table, subject, () => new Map() as ByNamespace);
      getOrCreate(spaces, binding.namespace, () => new Map<string, BindingShape>()).set(binding.name, binding);
    });
  };
  const remove = (object: ApiObject): void => {
    const binding = bindingFromObject(object);
    each(binding, (table, subject) => {
      const spaces = table.get(subject);
      const bindings = spaces?.get(binding.namespace);
      bindings?.delete(binding.name);
      if (bindings?.size === 0) spaces?.delete(binding.namespace);
      if (spaces?.size === 0) table.delete(subject);
    });
  };

  const resources: GroupResource[] = ["clusterrolebindings", "rolebindings"].map((resource) => ({
    group: vocabulary.rbacGroup,
    resource,
  }));
  const ends = resources.map((resource) => {
    // Subscribed before the list is read, so that nothing falls between; adding twice does no harm.
    const end = reader.follow(resource, (change) => {
      if (change.previous !== undefined) remove(change.previous);
      if (change.type === "deleted") remove(change.object);
      else add(change.object);
    });
    for (const object of reader.list(resource)) add(object);
    return end;
  });

  return {
    *of(user, namespace) {
      const seen = new Set<BindingShape>();
      const tables = [users.get(user.username), ...user.groups.map((group) => groups.get(group))];
      for (const spaces of tables) {
        for (const binding of spaces?.get(namespace)?.values() ?? []) {
          if (seen.has(binding)) continue;
          seen.add(binding);
          yield binding;
        }
      }
    },
    close: () => {
      for (const end of ends) end();
    },
  };
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
