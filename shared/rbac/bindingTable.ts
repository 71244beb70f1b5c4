import { subjectUsername } from "./subjects.ts";
import type { BindingShape, SubjectIdentity } from "./types.ts";

/** Bindings indexed by scope and subject, so that a decision only visits the bindings of its user. */
export interface BindingTable {
  /** Adds a binding, or replaces the one with the same name in its namespace. */
  put(binding: BindingShape): void;
  remove(namespace: string, name: string): void;
  /** Bindings in one namespace (`""`: cluster bindings) that name the user or one of its groups, each once. */
  of(user: SubjectIdentity, namespace: string): Iterable<BindingShape>;
  /** All bindings of one namespace (`""`: cluster bindings). */
  within(namespace: string): Iterable<BindingShape>;
  /** The namespaces that have bindings. */
  namespaces(): Iterable<string>;
}

type BySubject = Map<string, Set<BindingShape>>;

interface Scope {
  readonly byName: Map<string, BindingShape>;
  readonly users: BySubject;
  readonly groups: BySubject;
}

/** Creates an empty table. It uses memory per subject; bindings of other subjects add no cost to a decision. */
export function bindingTable(): BindingTable {
  const scopes = new Map<string, Scope>();

  const remove = (namespace: string, name: string): void => {
    const scope = scopes.get(namespace);
    const known = scope?.byName.get(name);
    if (scope === undefined || known === undefined) return;
    scope.byName.delete(name);
    eachSubject(scope, known, (table, subject) => {
      const set = table.get(subject);
      set?.delete(known);
      if (set?.size === 0) table.delete(subject);
    });
    if (scope.byName.size === 0) scopes.delete(namespace);
  };

  return {
    put(binding) {
      remove(binding.namespace, binding.name);
      let scope = scopes.get(binding.namespace);
      if (scope === undefined) {
        scope = { byName: new Map(), users: new Map(), groups: new Map() };
        scopes.set(binding.namespace, scope);
      }
      scope.byName.set(binding.name, binding);
      eachSubject(scope, binding, (table, subject) => {
        const set = table.get(subject);
        if (set === undefined) table.set(subject, new Set([binding]));
        else set.add(binding);
      });
    },
    remove,
    *of(user, namespace) {
      const scope = scopes.get(namespace);
      if (scope === undefined) return;
      const sets = [scope.users.get(user.username), ...user.groups.map((group) => scope.groups.get(group))].filter(
        (set) => set !== undefined,
      );
      // A binding that names the user several times, or the user and one of its groups, is returned once.
      const seen = sets.length > 1 ? new Set<BindingShape>() : undefined;
      for (const set of sets) {
        for (const binding of set) {
          if (seen?.has(binding) === true) continue;
          seen?.add(binding);
          yield binding;
        }
      }
    },
    within: (namespace) => scopes.get(namespace)?.byName.values() ?? [],
    namespaces: () => scopes.keys(),
  };
}

function eachSubject(scope: Scope, binding: BindingShape, visit: (table: BySubject, subject: string) => void): void {
  for (const subject of binding.subjects) {
    if (subject.kind === "Group") visit(scope.groups, subject.name);
    const username = subjectUsername(subject, binding.namespace);
    if (username !== undefined) visit(scope.users, username);
  }
}
