import type { PolicyRule } from "./types.ts";

/**
 * Breaks a rule down into points: rules with one verb on one group, resource and (if named) name, or with one verb on
 * one path. Order: groups, resources, verbs, names; then paths. A star is kept as an item. The number of points is the
 * product of the lengths of the lists: for rules from untrusted users, take only as many as needed.
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

/** All {@link pointsOf} a rule. Check {@link isPointRich} before. */
export const breakDown = (rule: PolicyRule): PolicyRule[] => [...pointsOf(rule)];

/** The number of {@link pointsOf} a rule, computed without generating them. */
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

/** Maximum number of points to break a rule down into. An untrusted rule with three long lists may have billions. */
const MAX_POINTS = 10_000;

/** Whether a rule has too many points to be broken down. */
export const isPointRich = (rule: PolicyRule): boolean => countPoints(rule) > MAX_POINTS;
