import { maxOf } from "../extremes.ts";
import { breakDown } from "./covers.ts";
import { scopesOf } from "./policy.ts";
import { ALL, rulesAllow } from "./ruleMatch.ts";
import type { AccessModel, AccessRequest, PolicyRule, RoleShape } from "./types.ts";

/**
 * The roles that would allow a request if they were bound in its scope, those that grant least first: what to bind when a
 * request is denied.
 */
export function rolesAllowing(model: AccessModel, request: AccessRequest): RoleShape[] {
  const scopes = scopesOf(request);
  return model.roles
    .filter((role) => scopes.includes(role.namespace) && rulesAllow(role.rules, request))
    .map((role) => ({ role, size: sizeOf(role.rules) }))
    .sort(
      (a, b) => a.size.stars - b.size.stars || a.size.points - b.size.points || (a.role.name < b.role.name ? -1 : 1),
    )
    .map(({ role }) => role);
}

/** How much rules grant: stars count before anything that is named. */
function sizeOf(rules: readonly PolicyRule[]): { readonly stars: number; readonly points: number } {
  const points = rules.flatMap(breakDown);
  const stars = points.map(
    ({ verbs, apiGroups = [], resources = [], nonResourceURLs = [] }) =>
      [...verbs, ...apiGroups, ...resources, ...nonResourceURLs].filter((item) => item.includes(ALL)).length,
  );
  return { stars: Math.max(0, maxOf(stars)), points: points.length };
}
