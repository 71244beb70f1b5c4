import { ruleAllows, rulesAllow } from "./ruleMatch.ts";
import { applyingSubject, describeGrant } from "./subjects.ts";
import type {
  AccessModel,
  AccessRequest,
  BindingShape,
  PolicyRule,
  RoleShape,
  Subject,
  SubjectIdentity,
} from "./types.ts";

/** One way in which a user gets something: a subject of a binding to a role with a rule. */
export interface Grant {
  readonly binding: BindingShape;
  readonly subject: Subject;
  readonly role: RoleShape;
  readonly rule: PolicyRule;
  /** `ClusterRoleBinding "b" of ClusterRole "r" to Group "g"`. */
  readonly text: string;
}

/** A grant that fails in one respect only. */
export interface NearMiss {
  readonly grant: Grant;
  readonly lacks: "verb" | "group" | "resource" | "name" | "namespace" | "path";
}

export interface Explanation {
  readonly allowed: boolean;
  /** Every grant that allows the request; empty when denied. */
  readonly grants: readonly Grant[];
  /** On denial: what the user holds that comes close, nearest first; empty when allowed. */
  readonly nearMisses: readonly NearMiss[];
  /** Bindings of the user whose role does not exist. */
  readonly dangling: readonly BindingShape[];
}

/** Whether a binding speaks about the request's scope: cluster bindings about all, others about their namespace. */
const inScope = (binding: BindingShape, request: AccessRequest): boolean =>
  binding.namespace === "" || (request.resourceRequest && request.namespace === binding.namespace);

/** The role a binding refers to, if it exists. A Role is looked up in the binding's namespace. */
export const findRole = (model: AccessModel, binding: BindingShape): RoleShape | undefined => {
  const namespace = binding.roleRef.kind === "Role" ? binding.namespace : "";
  return model.roles.find((role) => role.name === binding.roleRef.name && role.namespace === namespace);
};

function* grantsOf(model: AccessModel, user: SubjectIdentity): Iterable<Grant> {
  for (const binding of model.bindings) {
    const subject = applyingSubject(binding, user);
    const role = subject === undefined ? undefined : findRole(model, binding);
    if (subject === undefined || role === undefined) continue;
    const text = describeGrant(binding, subject);
    for (const rule of role.rules) yield { binding, subject, role, rule, text };
  }
}

/** Whether the model allows the request. Reference semantics: allowed by any rule of any binding in scope. */
export function authorize(model: AccessModel, user: SubjectIdentity, request: AccessRequest): boolean {
  for (const grant of grantsOf(model, user)) {
    if (inScope(grant.binding, request) && ruleAllows(grant.rule, request)) return true;
  }
  return false;
}

/** Every grant that allows the request, or the nearest misses. `explain(…).allowed` equals {@link authorize}. */
export function explain(model: AccessModel, user: SubjectIdentity, request: AccessRequest): Explanation {
  const all = [...grantsOf(model, user)];
  const grants = all.filter((grant) => inScope(grant.binding, request) && ruleAllows(grant.rule, request));
  const dangling = model.bindings.filter(
    (binding) => applyingSubject(binding, user) !== undefined && findRole(model, binding) === undefined,
  );
  const allowed = grants.length > 0;
  return { allowed, grants, nearMisses: allowed ? [] : nearMissesOf(all, request), dangling };
}

const MISS_ORDER = ["name", "verb", "namespace", "resource", "path", "group"] as const;

function nearMissesOf(grants: readonly Grant[], request: AccessRequest): NearMiss[] {
  const misses = grants.flatMap((grant): NearMiss[] => {
    const lacks = lackOf(grant, request);
    return lacks === undefined ? [] : [{ grant, lacks }];
  });
  return misses.sort((a, b) => MISS_ORDER.indexOf(a.lacks) - MISS_ORDER.indexOf(b.lacks));
}

/** The only respect in which a grant fails; undefined when there are several. */
function lackOf(grant: Grant, request: AccessRequest): NearMiss["lacks"] | undefined {
  const { rule } = grant;
  if (!request.resourceRequest) {
    if ((rule.nonResourceURLs ?? []).length === 0 || grant.binding.namespace !== "") return undefined;
    if (ruleAllows({ ...rule, verbs: ["*"] }, request)) return "verb";
    return ruleAllows({ ...rule, nonResourceURLs: ["*"] }, request) ? "path" : undefined;
  }
  if ((rule.resources ?? []).length === 0) return undefined;
  if (ruleAllows(rule, request)) return "namespace";
  if (!inScope(grant.binding, request)) return undefined;
  if (ruleAllows({ ...rule, resourceNames: [] }, request)) return "name";
  if (ruleAllows({ ...rule, verbs: ["*"] }, request)) return "verb";
  if (ruleAllows({ ...rule, resources: ["*"] }, request)) return "resource";
  return ruleAllows({ ...rule, apiGroups: ["*"] }, request) ? "group" : undefined;
}

/** The rules that a user holds in a namespace (`""`: cluster-wide only), cluster bindings first. */
export function rulesFor(model: AccessModel, user: SubjectIdentity, namespace: string): PolicyRule[] {
  const held = [...grantsOf(model, user)];
  return [
    ...held.filter((grant) => grant.binding.namespace === ""),
    ...held.filter((grant) => namespace !== "" && grant.binding.namespace === namespace),
  ].map((grant) => grant.rule);
}

/** One subject that may do what was asked, and through what. */
export interface Holder {
  readonly subject: Subject;
  readonly binding: BindingShape;
  readonly role: RoleShape;
}

/** Every subject that may do what is asked, by binding in the model's order. Groups are not resolved to members. */
export function whoCan(model: AccessModel, request: AccessRequest): Holder[] {
  return model.bindings.flatMap((binding) => {
    const role = inScope(binding, request) ? findRole(model, binding) : undefined;
    if (role === undefined || !rulesAllow(role.rules, request)) return [];
    return binding.subjects.map((subject) => ({ subject, binding, role }));
  });
}
