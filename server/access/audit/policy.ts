import { pathMatches } from "../../../shared/rbac/ruleMatch.ts";
import type { Attributes, ResourceAttributes } from "../../ground/rights/authorizer.ts";
import type { Identity } from "../../ground/rights/identity.ts";
import type { AuditLevel, AuditStage } from "./auditEvent.ts";

/** Resources of a group that a rule matches; either list may be absent. */
export interface GroupResources {
  readonly group?: string;
  /** `pods`, `pods/log`, `pods/*`, `*` followed by a slash and a sub-resource, or `*`. Empty for all. */
  readonly resources?: readonly string[] | null;
  readonly resourceNames?: readonly string[] | null;
}

/** A rule as written in the policy. An absent or empty list restricts nothing. */
export interface PolicyRule {
  readonly level?: string;
  readonly users?: readonly string[] | null;
  readonly userGroups?: readonly string[] | null;
  readonly verbs?: readonly string[] | null;
  readonly resources?: readonly GroupResources[] | null;
  /** The empty string matches requests without a namespace. */
  readonly namespaces?: readonly string[] | null;
  readonly nonResourceURLs?: readonly string[] | null;
  readonly omitStages?: readonly string[] | null;
  readonly omitManagedFields?: boolean | null;
}

/** `audit.{domain}/v1` Policy. */
export interface AuditPolicy {
  readonly rules?: readonly PolicyRule[] | null;
  readonly omitStages?: readonly string[] | null;
  readonly omitManagedFields?: boolean | null;
}

/** How to audit one request. */
export interface AuditSettings {
  readonly level: AuditLevel;
  readonly omitStages: ReadonlySet<AuditStage>;
  readonly omitManagedFields: boolean;
}

/** @param user undefined before authentication: rules about users then do not match */
export type EvaluatePolicy = (attributes: Attributes, user: Identity | undefined) => AuditSettings;

/**
 * Applies the settings of the first matching rule; without a match, nothing is recorded.
 * @param policy must be valid
 */
export function policyEvaluator(policy: AuditPolicy): EvaluatePolicy {
  const everywhere = policy.omitStages ?? [];
  const rules = (policy.rules ?? []).map((rule) => ({
    matches: ruleMatcher(rule),
    settings: {
      level: rule.level as AuditLevel,
      omitStages: new Set([...everywhere, ...(rule.omitStages ?? [])]) as ReadonlySet<AuditStage>,
      omitManagedFields: rule.omitManagedFields ?? policy.omitManagedFields ?? false,
    },
  }));
  const otherwise: AuditSettings = { level: "None", omitStages: new Set(), omitManagedFields: false };
  return (attributes, user) => rules.find(({ matches }) => matches(attributes, user))?.settings ?? otherwise;
}

type Matcher = (attributes: Attributes, user: Identity | undefined) => boolean;

/** A set of the items; undefined when the list restricts nothing. */
const restriction = (items: readonly string[] | null | undefined): ReadonlySet<string> | undefined =>
  items === undefined || items === null || items.length === 0 ? undefined : new Set(items);

function ruleMatcher(rule: PolicyRule): Matcher {
  const users = restriction(rule.users);
  const groups = restriction(rule.userGroups);
  const verbs = restriction(rule.verbs);
  const target = targetMatcher(rule);
  return (attributes, user) =>
    (users === undefined || (user !== undefined && users.has(user.username))) &&
    (groups === undefined || user?.groups.some((group) => groups.has(group)) === true) &&
    (verbs === undefined || verbs.has(attributes.verb)) &&
    target(attributes);
}

/** A rule with resources or namespaces only matches resource requests, one with paths only non-resource requests. */
function targetMatcher(rule: PolicyRule): (attributes: Attributes) => boolean {
  const namespaces = restriction(rule.namespaces);
  const resources = rule.resources ?? [];
  const paths = rule.nonResourceURLs ?? [];
  if (namespaces !== undefined || resources.length > 0) {
    return (attributes) =>
      attributes.resourceRequest &&
      (namespaces === undefined || namespaces.has(attributes.namespace)) &&
      (resources.length === 0 || resources.some((one) => matchesResources(one, attributes)));
  }
  if (paths.length === 0) return () => true;
  return (attributes) => !attributes.resourceRequest && pathMatches(paths, attributes.path);
}

function matchesResources(
  { group = "", resources, resourceNames }: GroupResources,
  asked: ResourceAttributes,
): boolean {
  if (group !== asked.group) return false;
  if ((resources ?? []).length === 0) return true;
  const named = restriction(resourceNames);
  if (named !== undefined && !named.has(asked.name)) return false;
  return (resources ?? []).some((pattern) => matchesResource(pattern, asked));
}

function matchesResource(pattern: string, { resource, subresource }: ResourceAttributes): boolean {
  if (pattern === "*" || pattern === (subresource === "" ? resource : `${resource}/${subresource}`)) return true;
  if (subresource !== "" && pattern === `*/${subresource}`) return true;
  return pattern === `${resource}/*`;
}
