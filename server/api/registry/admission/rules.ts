import type { AdmissionRequest } from "./plugin.ts";

/** An item of `rules` of a webhook, or of `resourceRules` of a policy. */
export interface RequestRule {
  readonly operations?: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly apiVersions?: readonly string[];
  /** `pods`, `pods/status`, `pods/*`, `*` (no sub-resources), and the same with `*` for the resource. */
  readonly resources?: readonly string[];
  readonly scope?: string;
  /** Only objects with these names; empty means all. Used by policies only. */
  readonly resourceNames?: readonly string[];
}

/** The part of a request that rules match against; the resource may be an equivalent one. */
export type RuleSubject = Pick<AdmissionRequest, "operation" | "resource" | "subresource" | "namespace" | "name">;

const names = (list: readonly string[] | undefined, wanted: string): boolean =>
  list?.some((item) => item === "*" || item === wanted) === true;

/** Whether a rule matches a request. */
export function matchesRule(rule: RequestRule, subject: RuleSubject): boolean {
  const { operation, resource } = subject;
  return (
    matchesScope(rule.scope, subject) &&
    names(rule.operations, operation) &&
    names(rule.apiGroups, resource.group) &&
    names(rule.apiVersions, resource.version) &&
    matchesResource(rule.resources, subject) &&
    matchesName(rule.resourceNames, subject)
  );
}

/** Namespaces are cluster-scoped, although requests for a Namespace carry its name as their namespace. */
function matchesScope(scope: string | undefined, { resource, namespace }: RuleSubject): boolean {
  if (scope === undefined || scope === "*") return true;
  const isNamespace = resource.group === "" && resource.version === "v1" && resource.resource === "namespaces";
  const namespaced = !isNamespace && namespace !== "";
  return scope === (namespaced ? "Namespaced" : "Cluster");
}

const matchesName = (list: readonly string[] | undefined, { name }: RuleSubject): boolean =>
  list === undefined || list.length === 0 || list.includes(name);

/** A resource without a slash matches no sub-resource. */
function matchesResource(list: readonly string[] | undefined, { resource, subresource }: RuleSubject): boolean {
  return (
    list?.some((item) => {
      const slash = item.indexOf("/");
      const main = slash < 0 ? item : item.slice(0, slash);
      const sub = slash < 0 ? "" : item.slice(slash + 1);
      return (main === "*" || main === resource.resource) && (sub === "*" || sub === subresource);
    }) === true
  );
}
