import { condenseRules } from "./condense.ts";
import { covers } from "./covers.ts";
import { countPoints } from "./points.ts";
import { scopesOf } from "./policy.ts";
import { ALL, rulesAllow } from "./ruleMatch.ts";
import type { AccessModel, AccessRequest, Policy, PolicyRule, RoleShape, SubjectIdentity } from "./types.ts";

/** Roles for people that every cluster has, the narrowest first. */
const FOR_PEOPLE = ["view", "edit", "admin"];

/** Whether a role is reserved for the cluster's own parts: it changes with the server's version, and is not for people. */
export const isReservedRole = ({ name }: Pick<RoleShape, "name">): boolean => name.startsWith("system:");

/**
 * The roles to propose when a request is denied: those that would allow it if they were bound in its scope. The
 * cluster's own roles come first, then `view`, `edit` and `admin`, then roles that grant it by a star; of equals, the
 * one that grants least. Roles that are reserved for the system are never among them.
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
 * What else a binding of a role in the request's scope would grant a user: the rules that no binding of the user grants
 * there already, in the fewest rules.
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
  // A binding in a namespace grants no paths, whatever its role says.
  const inNamespace = request.resourceRequest && request.namespace !== "";
  const { missing } = covers([...held, ruleOf(request)], role.rules);
  return condenseRules(missing.filter((point) => !inNamespace || point.nonResourceURLs === undefined));
}

/** The rule that grants a request and nothing else. */
function ruleOf(request: AccessRequest): PolicyRule {
  if (!request.resourceRequest) return { verbs: [request.verb], nonResourceURLs: [request.path] };
  const { verb, group, resource, subresource } = request;
  return {
    verbs: [verb],
    apiGroups: [group],
    resources: [subresource === "" ? resource : `${resource}/${subresource}`],
  };
}

/** A cluster's own role that grants by a star is as wide as a role for administrators. */
function tierOf(role: RoleShape): number {
  const forPeople = role.namespace === "" ? FOR_PEOPLE.indexOf(role.name) : -1;
  if (forPeople >= 0) return 1 + forPeople;
  return sizeOf(role.rules).stars === 0 ? 0 : 1 + FOR_PEOPLE.length;
}

/** How much rules grant: stars count before anything that is named. */
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

/** 1 where one of the items has a star. */
const starsIn = (items: readonly string[] = []): number => (items.some((item) => item.includes(ALL)) ? 1 : 0);
