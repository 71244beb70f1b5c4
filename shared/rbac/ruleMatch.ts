import { trimEndOf } from "../text/trimEnd.ts";
import type { AccessRequest, PolicyRule } from "./types.ts";

/** In a rule, `*` matches everything in its list. */
export const ALL = "*";

const hasOrAll = (list: readonly string[] | undefined, item: string): boolean =>
  (list ?? []).includes(item) || (list ?? []).includes(ALL);

/**
 * Whether a rule's `resources` list covers a resource.
 *
 * `*` covers every resource and subresource; `pods` covers pods but none of their subresources; a subresource is
 * covered by `pods/log` or, for any parent, by an entry starting with a star, such as `*`+`/scale`. `pods/*` has no
 * special meaning.
 */
export function resourceMatches(
  resources: readonly string[] | undefined,
  resource: string,
  subresource: string,
): boolean {
  const combined = subresource === "" ? resource : `${resource}/${subresource}`;
  for (const item of resources ?? []) {
    if (item === ALL || item === combined) return true;
    if (subresource !== "" && item.length === subresource.length + 2 && item === `*/${subresource}`) return true;
  }
  return false;
}

/** A rule without names covers every name, and requests without a name (list, create). */
export const resourceNameMatches = (names: readonly string[] | undefined, name: string): boolean =>
  (names ?? []).length === 0 || (names ?? []).includes(name);

/** Paths match exactly, or by prefix when the rule's path ends with a star; stars elsewhere are literal. */
export function pathMatches(urls: readonly string[] | undefined, path: string): boolean {
  return (urls ?? []).some(
    (url) => url === ALL || url === path || (url.endsWith(ALL) && path.startsWith(trimEndOf(url, ALL))),
  );
}

/** Whether one rule allows one request. The caller checks the scope (namespace), which depends on the binding. */
export function ruleAllows(rule: PolicyRule, request: AccessRequest): boolean {
  if (!hasOrAll(rule.verbs, request.verb)) return false;
  if (!request.resourceRequest) return pathMatches(rule.nonResourceURLs, request.path);
  return (
    hasOrAll(rule.apiGroups, request.group) &&
    resourceMatches(rule.resources, request.resource, request.subresource) &&
    resourceNameMatches(rule.resourceNames, request.name)
  );
}

/** Whether any of the rules allows the request. */
export const rulesAllow = (rules: readonly PolicyRule[], request: AccessRequest): boolean =>
  rules.some((rule) => ruleAllows(rule, request));
