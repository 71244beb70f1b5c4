import { roleNamespace } from "../../../shared/rbac/policy.ts";
import { applyingSubject } from "../../../shared/rbac/subjects.ts";
import type { BindingShape, Policy, PolicyRule, Subject, SubjectIdentity } from "../../../shared/rbac/types.ts";
import { subjectText } from "../askedSubject.ts";

/** The topic of a graph: the bindings of a subject, or the holders of a role. */
type GraphFocus =
  | { readonly kind: "whom"; readonly identity: SubjectIdentity }
  | { readonly kind: "role"; readonly namespace: string; readonly name: string };

export type GraphNode =
  | { readonly id: string; readonly kind: "subject"; readonly label: string; readonly subject: Subject }
  | { readonly id: string; readonly kind: "binding"; readonly label: string; readonly binding: BindingShape }
  | {
      readonly id: string;
      readonly kind: "role";
      readonly label: string;
      readonly binding: BindingShape;
      readonly exists: boolean;
    }
  | { readonly id: string; readonly kind: "rules"; readonly rules: readonly PolicyRule[]; readonly left: number }
  /** Represents further nodes that are not drawn. */
  | { readonly id: string; readonly kind: "more"; readonly left: number };

export interface AccessGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

/** Limits of the drawing; one node represents the rest of each. */
export const LIMITS = { bindings: 24, subjects: 12, rules: 6 } as const;

/** The bindings of a focus, with the relevant subjects. */
function linksOf(policy: Policy, focus: GraphFocus): { binding: BindingShape; subjects: readonly Subject[] }[] {
  return [...policy.scopes()].sort().flatMap((scope) => {
    if (focus.kind === "whom") {
      return [...policy.bindingsOf(focus.identity, scope)].flatMap((binding) => {
        const subject = applyingSubject(binding, focus.identity);
        return subject === undefined ? [] : [{ binding, subjects: [subject] }];
      });
    }
    return [...policy.bindingsIn(scope)]
      .filter((binding) => binding.roleRef.name === focus.name && roleNamespace(binding) === focus.namespace)
      .map((binding) => ({ binding, subjects: binding.subjects }));
  });
}

/** Subjects, bindings, roles and rules with the edges between them, within {@link LIMITS}. */
export function accessGraph(policy: Policy, focus: GraphFocus): AccessGraph {
  const nodes = new Map<string, GraphNode>();
  const edges = new Map<string, { from: string; to: string }>();
  const add = (node: GraphNode): string => {
    if (!nodes.has(node.id)) nodes.set(node.id, node);
    return node.id;
  };
  const link = (from: string, to: string): void => void edges.set(`${from} ${to}`, { from, to });

  const links = linksOf(policy, focus);
  for (const { binding, subjects } of links.slice(0, LIMITS.bindings)) {
    const place = `${binding.namespace}/${binding.name}`;
    const kind = binding.namespace === "" ? "ClusterRoleBinding" : "RoleBinding";
    const label = `${kind} ${binding.namespace === "" ? binding.name : place}`;
    const bindingId = add({ id: `b:${place}`, kind: "binding", label, binding });
    for (const subject of subjects.slice(0, LIMITS.subjects)) {
      const text = subjectText(subject, binding.namespace);
      link(add({ id: `s:${text}`, kind: "subject", label: text, subject }), bindingId);
    }
    if (subjects.length > LIMITS.subjects) {
      link(add({ id: `m:${place}`, kind: "more", left: subjects.length - LIMITS.subjects }), bindingId);
    }
    const role = policy.roleOf(binding);
    const rolePlace = `${roleNamespace(binding)}/${binding.roleRef.name}`;
    const roleLabel = `${binding.roleRef.kind} ${binding.roleRef.name}`;
    const roleId = add({ id: `r:${rolePlace}`, kind: "role", label: roleLabel, binding, exists: role !== undefined });
    link(bindingId, roleId);
    if (role === undefined || role.rules.length === 0) continue;
    const rules = role.rules.slice(0, LIMITS.rules);
    link(roleId, add({ id: `u:${rolePlace}`, kind: "rules", rules, left: role.rules.length - rules.length }));
  }
  if (links.length > LIMITS.bindings) add({ id: "m:", kind: "more", left: links.length - LIMITS.bindings });
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}
