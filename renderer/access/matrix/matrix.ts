import { rulesFor } from "../../../shared/rbac/authorize.ts";
import { policyOf } from "../../../shared/rbac/policy.ts";
import { ruleAllows } from "../../../shared/rbac/ruleMatch.ts";
import { parseServiceAccountUsername, subjectUsername } from "../../../shared/rbac/subjects.ts";
import type { AccessModel, Policy, PolicyRule, ResourceAccess, Subject } from "../../../shared/rbac/types.ts";
import { type AskedSubject, askedSubjectOf, identityOf, subjectText } from "../askedSubject.ts";

/** A kind, as a row or as the object of the question: `{group, resource, subresource}`. */
export interface MatrixKind {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** Verbs that the server serves for the kind; empty when unknown. */
  readonly verbs: readonly string[];
}

/** `yes`, `no`, `names`: some objects only; `none`: the server serves no such verb, and no rule grants it. */
export type Cell = "yes" | "no" | "names" | "none";

export interface MatrixRow {
  readonly key: string;
  readonly label: string;
  readonly subject: AskedSubject;
  readonly kind: MatrixKind;
  /** In the order of the requested verbs. */
  readonly cells: readonly Cell[];
}

/** What a matrix shows: subjects by verbs for a kind, or kinds by verbs for a subject. */
export type MatrixQuery =
  | {
      readonly by: "subjects";
      readonly kind: MatrixKind;
      readonly namespace: string;
      readonly verbs: readonly string[];
    }
  | {
      readonly by: "kinds";
      readonly subject: AskedSubject;
      readonly identity: { readonly username: string; readonly groups: readonly string[] };
      readonly kinds: readonly MatrixKind[];
      readonly namespace: string;
      readonly verbs: readonly string[];
    };

export interface Matrix {
  readonly rows: readonly MatrixRow[];
  /** Subjects beyond {@link MAX_ROWS} that were left out. */
  readonly left: number;
}

/** Maximum number of rows, more than a user can read; the view shows how many were left out. */
export const MAX_ROWS = 5_000;

/** The cost of a matrix, roughly in rule comparisons. */
export function matrixWeight(model: AccessModel, query: MatrixQuery): number {
  const rules = model.roles.reduce((sum, role) => sum + role.rules.length, 0);
  const rows =
    query.by === "kinds" ? query.kinds.length : model.bindings.reduce((sum, b) => sum + b.subjects.length, 0);
  return rows * query.verbs.length * Math.max(1, Math.min(rules, 200));
}

/** `pods/log`, `deployments.apps`: the short text of a kind. */
export const kindText = ({ group, resource, subresource }: Omit<MatrixKind, "verbs">): string =>
  `${resource}${group === "" ? "" : `.${group}`}${subresource === "" ? "" : `/${subresource}`}`;

/** Evaluates every cell. */
export function matrixOf(model: AccessModel, query: MatrixQuery): Matrix {
  const policy = policyOf(model);
  if (query.by === "kinds") {
    const { rules } = rulesFor(policy, query.identity, query.namespace);
    return { rows: query.kinds.map((kind) => rowOf(rules, query.subject, kind, kindText(kind), query)), left: 0 };
  }
  const subjects = subjectsIn(policy, query.namespace);
  const rows = subjects.slice(0, MAX_ROWS).flatMap((each) => {
    const subject = askedSubjectOf(each);
    const identity = identityOf(subject, undefined);
    if (identity === undefined) return [];
    const { rules } = rulesFor(policy, identity, query.namespace);
    return [rowOf(rules, subject, query.kind, subjectText(each), query)];
  });
  return { rows, left: Math.max(0, subjects.length - MAX_ROWS) };
}

function rowOf(
  rules: readonly PolicyRule[],
  subject: AskedSubject,
  kind: MatrixKind,
  label: string,
  { namespace, verbs }: Pick<MatrixQuery, "namespace" | "verbs">,
): MatrixRow {
  const cells = verbs.map((verb): Cell => {
    const request: ResourceAccess = { resourceRequest: true, verb, ...kind, namespace, name: "" };
    if (rules.some((rule) => ruleAllows(rule, request))) return "yes";
    if (rules.some((rule) => ruleAllows({ ...rule, resourceNames: [] }, request))) return "names";
    return kind.verbs.length > 0 && !kind.verbs.includes(verb) ? "none" : "no";
  });
  return { key: label, label, subject, kind, cells };
}

/**
 * All subjects of cluster role bindings and of the namespace's bindings, each once: groups, users, then service
 * accounts.
 */
export function subjectsIn(policy: Policy, namespace: string): Subject[] {
  const found = new Map<string, Subject>();
  for (const scope of namespace === "" ? [""] : ["", namespace]) {
    for (const binding of policy.bindingsIn(scope)) {
      for (const subject of binding.subjects) {
        const username = subjectUsername(subject, binding.namespace);
        const account = username === undefined ? undefined : parseServiceAccountUsername(username);
        const one: Subject =
          account === undefined
            ? { kind: subject.kind, name: subject.name }
            : { kind: "ServiceAccount", name: account.name, namespace: account.namespace };
        if (one.kind === "Group" || username !== undefined) found.set(subjectText(one), one);
      }
    }
  }
  const keys = [...found.keys()].sort();
  return keys.flatMap((key) => found.get(key) ?? []);
}
