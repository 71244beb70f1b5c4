import { scopesOf } from "./policy.ts";
import { ALL, ruleAllows } from "./ruleMatch.ts";
import { nearSubject, type SubjectSlip } from "./subjectSlip.ts";
import { applyingSubject } from "./subjects.ts";
import type {
  AccessRequest,
  BindingShape,
  Policy,
  PolicyRule,
  ResourceAccess,
  RoleShape,
  Subject,
  SubjectIdentity,
} from "./types.ts";

/** The ways in which a grant can fail, nearest first. */
export const MISSED_REQUIREMENTS = [
  "verb",
  "subresource",
  "namespace",
  "name",
  "apiGroup",
  "role",
  "subject",
  "path",
  "resource",
] as const;

/**
 * The single reason why a grant fails. `role`: the binding's role does not exist. `subject`: the binding nearly names
 * the user. `namespace`: access is granted in another namespace (paths: a RoleBinding never grants any).
 */
export type MissedRequirement = (typeof MISSED_REQUIREMENTS)[number];

/** A grant that would allow a request if it did not fail in one respect. */
export interface NearMiss {
  readonly lacks: MissedRequirement;
  readonly binding: BindingShape;
  /** The subject that names the user, or nearly does. */
  readonly subject: Subject;
  /** Absent when the role does not exist. */
  readonly role?: RoleShape;
  readonly rule?: PolicyRule;
  /** If `lack` is `subject`: how the subject differs from the user. */
  readonly slip?: SubjectSlip;
}

/** The grants that nearly allow a request that the policy denies: nearest first, then by scope and name. */
export function nearMisses(policy: Policy, user: SubjectIdentity, request: AccessRequest): NearMiss[] {
  const asked = scopesOf(request);
  const misses: NearMiss[] = [];
  for (const scope of [...policy.scopes()].sort()) {
    const inScope = asked.includes(scope);
    for (const binding of policy.bindingsIn(scope)) {
      const role = policy.roleOf(binding);
      const subject = applyingSubject(binding, user);
      if (subject !== undefined) {
        if (role === undefined && inScope) misses.push({ lacks: "role", binding, subject });
        for (const rule of role?.rules ?? []) {
          const lacks = missedRequirementOf(rule, request, inScope);
          if (role !== undefined && lacks !== undefined) misses.push({ lacks, binding, subject, role, rule });
        }
        continue;
      }
      const rule = inScope ? role?.rules.find((candidate) => ruleAllows(candidate, request)) : undefined;
      const near = role === undefined || rule === undefined ? undefined : nearSubject(binding, user);
      if (near !== undefined && role !== undefined && rule !== undefined) {
        misses.push({ lacks: "subject", binding, ...near, role, rule });
      }
    }
  }
  return misses.sort((a, b) => MISSED_REQUIREMENTS.indexOf(a.lacks) - MISSED_REQUIREMENTS.indexOf(b.lacks));
}

/** The only reason why a rule fails, given whether its binding is in scope; undefined when there are several. */
function missedRequirementOf(
  rule: PolicyRule,
  request: AccessRequest,
  inScope: boolean,
): MissedRequirement | undefined {
  if (!inScope) return ruleAllows(rule, request) ? "namespace" : undefined;
  if (ruleAllows({ ...rule, verbs: [ALL] }, request)) return "verb";
  if (!request.resourceRequest) {
    const speaksOfPaths = (rule.nonResourceURLs ?? []).length > 0;
    return speaksOfPaths && ruleAllows({ ...rule, nonResourceURLs: [ALL] }, request) ? "path" : undefined;
  }
  if ((rule.resources ?? []).length === 0) return undefined;
  if (allowsOtherPart(rule, request)) return "subresource";
  if (ruleAllows({ ...rule, resourceNames: [] }, request)) return "name";
  if (ruleAllows({ ...rule, apiGroups: [ALL] }, request)) return "apiGroup";
  return ruleAllows({ ...rule, resources: [ALL] }, request) ? "resource" : undefined;
}

/** Whether a rule would allow the request on the resource itself or on another subresource of it. */
function allowsOtherPart(rule: PolicyRule, request: ResourceAccess): boolean {
  const touched = (rule.resources ?? []).some((item) => {
    const [parent] = item.split("/");
    return parent === request.resource || parent === ALL;
  });
  return touched && ruleAllows({ ...rule, resources: [ALL] }, request);
}
