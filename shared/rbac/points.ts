import type { PolicyRule } from "./types.ts";

/**
 * Breaks a rule down to points: rules of one verb on one group, resource and (where named) name, or one verb on one
 * path. Order: groups, resources, verbs, names; then paths. Stars stay: a star is a point of its own. A rule has as
 * many points as the product of its lists: of rules from untrusted users, take only as many as are needed.
 */
export function* pointsOf(rule: PolicyRule): Generator<PolicyRule, void, undefined> {
  const names = rule.resourceNames ?? [];
  for (const group of rule.apiGroups ?? []) {
    for (const resource of rule.resources ?? []) {
      for (const verb of rule.verbs) {
        const point = { apiGroups: [group], resources: [resource], verbs: [verb] };
        if (names.length === 0) yield point;
        for (const name of names) yield { ...point, resourceNames: [name] };
      }
    }
  }
  for (const url of rule.nonResourceURLs ?? []) {
    for (const verb of rule.verbs) yield { nonResourceURLs: [url], verbs: [verb] };
  }
}

/** All {@link pointsOf} a rule, which {@link isPointRich} is to be asked for before. */
export const breakDown = (rule: PolicyRule): PolicyRule[] => [...pointsOf(rule)];

/** How many {@link pointsOf} a rule there are, without making them. */
export function countPoints({
  apiGroups = [],
  resources = [],
  resourceNames = [],
  nonResourceURLs = [],
  verbs,
}: PolicyRule) {
  const objects = apiGroups.length * resources.length * Math.max(resourceNames.length, 1);
  return (objects + nonResourceURLs.length) * verbs.length;
}

/** Nobody reads more points one by one, and a stranger's rule of three long lists may have billions. */
const MOST_POINTS = 10_000;

/** Whether a rule has too many points to be broken down. */
export const isPointRich = (rule: PolicyRule): boolean => countPoints(rule) > MOST_POINTS;
