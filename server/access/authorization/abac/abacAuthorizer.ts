import { pathMatches } from "../../../../shared/rbac/ruleMatch.ts";
import type { Attributes, Authorizer, RuleList, Verdict } from "../../../ground/rights/authorizer.ts";
import type { Identity } from "../../../ground/rights/identity.ts";
import type { Policy } from "./policy.ts";

/** Mode `ABAC`: allows what any of its policies allows; never denies. */
export function abacAuthorizer(policies: readonly Policy[]): Authorizer {
  return {
    name: "ABAC",
    authorize: (user, attributes): Verdict =>
      policies.some((policy) => matches(policy, user, attributes))
        ? { decision: "allow", reason: "" }
        : { decision: "noOpinion", reason: "No policy matched." },
    rulesFor: (user, namespace) => rulesOf(policies, user, namespace),
  };
}

const READING = ["get", "list", "watch"];

function matches(policy: Policy, user: Identity, attributes: Attributes): boolean {
  if (!matchesSubject(policy, user)) return false;
  if (policy.readonly && !READING.includes(attributes.verb)) return false;
  if (!attributes.resourceRequest) return pathMatches([policy.nonResourcePath], attributes.path);
  return (
    covers(policy.namespace, attributes.namespace) &&
    covers(policy.resource, attributes.resource) &&
    covers(policy.apiGroup, attributes.group)
  );
}

const covers = (pattern: string, value: string): boolean => pattern === "*" || pattern === value;

const matchesSubject = ({ user, group }: Policy, who: Identity): boolean =>
  (user !== "" || group !== "") &&
  (user === "" || covers(user, who.username)) &&
  (group === "" || group === "*" || who.groups.includes(group));

function rulesOf(policies: readonly Policy[], user: Identity, namespace: string): RuleList {
  const held = policies.filter((policy) => matchesSubject(policy, user) && covers(policy.namespace, namespace));
  const verbsOf = (policy: Policy): readonly string[] => (policy.readonly ? READING : ["*"]);
  return {
    resourceRules: held
      .filter(({ resource }) => resource !== "")
      .map((policy) => ({ verbs: verbsOf(policy), apiGroups: [policy.apiGroup], resources: [policy.resource] })),
    nonResourceRules: held
      .filter(({ nonResourcePath }) => nonResourcePath !== "")
      .map((policy) => ({ verbs: verbsOf(policy), nonResourceURLs: [policy.nonResourcePath] })),
    incomplete: false,
  };
}
