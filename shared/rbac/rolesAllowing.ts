import { condenseRules } from "./condense.ts";
import { covers } from "./covers.ts";
import { countPoints } from "./points.ts";
import { scopesOf } from "./policy.ts";
import { ALL, rulesAllow } from "./ruleMatch.ts";
import type { AccessModel, AccessRequest, Policy, PolicyRule, RoleShape, SubjectIdentity } from "./types.ts";

/** The default user-facing roles of every cluster, the narrowest first. */
const USER_FACING_ROLES = ["view", "edit", "admin"];

/**
 * Whether a role is reserved for system components: it changes with the server's version and is not meant for users.
 */
export const isReservedRole = ({ name }: Pick<RoleShape, "name">): boolean => name.startsWith("system:");

/**
 * The roles to propose when a request is denied: those that would allow it if they were bound in its scope. Custom
 * roles come first, then `view`, `edit` and `admin`, then roles that grant it by a star; among equals, the one that
 * grants least. Roles reserved for the system are left out.
 */
export function rolesAllowing(model: AccessModel, request: AccessRequest): RoleShape[] {
  const scopes = scopesOf(request);
  return model.roles
    .filter((role) => !isReservedRole(role) && scopes.includes(role.namespace) && rulesAllow(role.rules, request))
    .map((role) => ({ role, tier: tierOf(role), size: sizeOf(role.rules) }))
    .sort(
      (a, b) =>
        a.tier - b.tier ||
        a.size.stars - b.size.stars ||
        a.size.points - b.size.points ||
        (a.role.name < b.role.name ? -1 : 1),
    )
    .map(({ role }) => role);
}

/**
 * The additional access that binding a role in the request's scope would give a user: the rules that the user's
 * bindings do not yet grant there, in the fewest rules.
 */
export function alsoGained(
  policy: Policy,
  user: SubjectIdentity,
  role: RoleShape,
  request: AccessRequest,
): PolicyRule[] {
  const held: PolicyRule[] = [];
  for (const scope of scopesOf(request)) {
    for (const binding of policy.bindingsOf(user, scope)) {
      for (const rule of policy.roleOf(binding)?.rules ?? []) held.push(rule);
    }
  }
  // A RoleBinding grants no paths, whatever its role contains.
  const inNamespace = request.resourceRequest && request.namespace !== "";
  const { missing } = covers([...held, ruleOf(request)], role.rules);
  return condenseRules(missing.filter((point) => !inNamespace || point.nonResourceURLs === undefined));
}

/** The rule that grants exactly one request. */
function ruleOf(request: AccessRequest): PolicyRule {
  if (!request.resourceRequest) return { verbs: [request.verb], nonResourceURLs: [request.path] };
  const { verb, group, resource, subresource } = request;
  return {
    verbs: [verb],
    apiGroups: [group],
    resources: [subresource === "" ? resource : `${resource}/${subresource}`],
  };
}

/** A custom role that grants by a star ranks with the roles for administrators. */
function tierOf(role: RoleShape): number {
  const userFacing = role.namespace === "" ? USER_FACING_ROLES.indexOf(role.name) : -1;
  if (userFacing >= 0) return 1 + userFacing;
  return sizeOf(role.rules).stars === 0 ? 0 : 1 + USER_FACING_ROLES.length;
}

/** How much a role's rules grant: the number of stars takes precedence over the number of named items. */
function sizeOf(rules: readonly PolicyRule[]): { readonly stars: number; readonly points: number } {
  let stars = 0;
  let points = 0;
  for (const rule of rules) {
    const granted = countPoints(rule);
    if (granted === 0) continue;
    const { verbs, apiGroups, resources, nonResourceURLs } = rule;
    const ofObjects = starsIn(apiGroups) + starsIn(resources);
    stars = Math.max(stars, starsIn(verbs) + Math.max(ofObjects, starsIn(nonResourceURLs)));
    points += granted;
  }
  return { stars, points };
}

/** 1 if one of the items has a star, else 0. */
const starsIn = (items: readonly string[] = []): number => (items.some((item) => item.includes(ALL)) ? 1 : 0);
