import { append } from "../collections/append.ts";
import { condenseRules } from "./condense.ts";
import { covers } from "./covers.ts";
import { pointsOf } from "./points.ts";
import { parseServiceAccountUsername, subjectUsername } from "./subjects.ts";
import type { BindingShape, Policy, PolicyRule, Subject } from "./types.ts";

/** The access that one subject gains and loses in one scope, as compact rules. */
export interface PolicyChange {
  /** A service account includes its namespace. */
  readonly subject: Subject;
  /** Namespace of the scope; `""` means the whole cluster. */
  readonly namespace: string;
  readonly gained: readonly PolicyRule[];
  readonly lost: readonly PolicyRule[];
}

/** The rules of one subject by scope. */
interface Holdings {
  readonly subject: Subject;
  readonly byScope: Map<string, PolicyRule[]>;
}

/**
 * The access that subjects gain and lose between two policies, by subject and scope; empty if and only if both allow
 * the same. A cluster-wide gain or loss is not repeated for namespaces. Groups are compared as groups, not by member.
 */
export function diff(before: Policy, after: Policy): PolicyChange[] {
  const old = holdingsOf(before);
  const now = holdingsOf(after);
  const changes: PolicyChange[] = [];
  for (const key of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const a = old.get(key);
    const b = now.get(key);
    const subject = (a ?? b)?.subject;
    if (subject === undefined) continue;
    const gained = additions(a, b);
    const lost = additions(b, a);
    for (const namespace of [...new Set([...gained.keys(), ...lost.keys()])].sort()) {
      const entry = { gained: gained.get(namespace) ?? [], lost: lost.get(namespace) ?? [] };
      changes.push({ subject, namespace, ...entry });
    }
  }
  return changes;
}

/** The rules in `to` that are not covered by `from`, by scope. Scopes without additions are left out. */
function additions(from: Holdings | undefined, to: Holdings | undefined): Map<string, PolicyRule[]> {
  const found = new Map<string, PolicyRule[]>();
  const held = (scope: string): readonly PolicyRule[] => from?.byScope.get(scope) ?? [];
  const add = (scope: string, missing: readonly PolicyRule[]): void => {
    if (missing.length > 0) found.set(scope, condenseRules(missing));
  };
  const inCluster = missingIn(held(""), to?.byScope.get("") ?? []);
  add("", inCluster);
  for (const [scope, rules] of to?.byScope ?? []) {
    if (scope === "") continue;
    const known = [...held(""), ...held(scope), ...inCluster];
    // A RoleBinding grants no paths, whatever its role contains.
    add(
      scope,
      missingIn(known, rules).filter((point) => point.nonResourceURLs === undefined),
    );
  }
  return found;
}

function missingIn(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  // Most subjects hold identical rules before and after.
  const known = new Set(held);
  return covers(
    held,
    wanted.filter((rule) => !known.has(rule)),
  ).missing;
}

function holdingsOf(policy: Policy): Map<string, Holdings> {
  const all = new Map<string, Holdings>();
  for (const scope of policy.scopes()) {
    for (const binding of policy.bindingsIn(scope)) {
      const rules = policy.roleOf(binding)?.rules ?? [];
      if (!rules.some((rule) => pointsOf(rule).next().done !== true)) continue;
      for (const subject of subjectsOf(binding)) {
        const key = `${subject.kind}/${subject.namespace ?? ""}/${subject.name}`;
        const holdings = all.get(key) ?? { subject, byScope: new Map<string, PolicyRule[]>() };
        all.set(key, holdings);
        const inScope = holdings.byScope.get(scope) ?? [];
        append(inScope, rules);
        holdings.byScope.set(scope, inScope);
      }
    }
  }
  return all;
}

/** The subjects of a binding in canonical form: the user name of a service account becomes that account. */
function subjectsOf(binding: BindingShape): Subject[] {
  return binding.subjects.flatMap((subject): Subject[] => {
    if (subject.kind === "Group") return [{ kind: "Group", name: subject.name }];
    const username = subjectUsername(subject, binding.namespace);
    if (username === undefined) return [];
    const account = parseServiceAccountUsername(username);
    return [account === undefined ? { kind: "User", name: username } : { kind: "ServiceAccount", ...account }];
  });
}
