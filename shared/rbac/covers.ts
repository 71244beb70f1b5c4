import { ALL, resourceNameMatches, trimStars } from "./ruleMatch.ts";
import type { PolicyRule } from "./types.ts";

/**
 * Breaks a rule down to points: rules of one verb on one group, resource and (where named) name, or one verb on one path.
 * Order: groups, resources, verbs, names; then paths. Stars stay: a star is a point of its own.
 */
export function breakDown(rule: PolicyRule): PolicyRule[] {
  const points: PolicyRule[] = [];
  for (const group of rule.apiGroups ?? []) {
    for (const resource of rule.resources ?? []) {
      for (const verb of rule.verbs) {
        const point = { apiGroups: [group], resources: [resource], verbs: [verb] };
        if ((rule.resourceNames ?? []).length === 0) points.push(point);
        for (const name of rule.resourceNames ?? []) points.push({ ...point, resourceNames: [name] });
      }
    }
  }
  for (const url of rule.nonResourceURLs ?? []) {
    for (const verb of rule.verbs) points.push({ nonResourceURLs: [url], verbs: [verb] });
  }
  return points;
}

const includesAll = (owned: readonly string[] | undefined, asked: readonly string[] | undefined): boolean =>
  (owned ?? []).includes(ALL) || (asked ?? []).every((item) => (owned ?? []).includes(item));

function resourcesCover(owned: readonly string[] | undefined, asked: readonly string[] | undefined): boolean {
  const held = owned ?? [];
  if (held.includes(ALL)) return true;
  return (asked ?? []).every((resource) => {
    if (held.includes(resource)) return true;
    const slash = resource.indexOf("/");
    return slash >= 0 && held.includes(`*${resource.slice(slash)}`);
  });
}

/** A path held covers itself, and with a trailing star every path (or pattern) that begins with what is before the star. */
const pathsCover = (owned: readonly string[] | undefined, asked: readonly string[] | undefined): boolean =>
  (asked ?? []).every((path) =>
    (owned ?? []).some((held) => held === path || (held.endsWith(ALL) && path.startsWith(trimStars(held)))),
  );

/** Whether one owned rule covers one point. */
function ruleCovers(owned: PolicyRule, point: PolicyRule): boolean {
  const [name] = point.resourceNames ?? [];
  const namesCover =
    name === undefined ? (owned.resourceNames ?? []).length === 0 : resourceNameMatches(owned.resourceNames, name);
  return (
    namesCover &&
    includesAll(owned.verbs, point.verbs) &&
    includesAll(owned.apiGroups, point.apiGroups) &&
    resourcesCover(owned.resources, point.resources) &&
    pathsCover(owned.nonResourceURLs, point.nonResourceURLs)
  );
}

export interface Coverage {
  readonly covered: boolean;
  /** The points that no owned rule covers, in the order of {@link breakDown}. */
  readonly missing: readonly PolicyRule[];
}

/**
 * Whether everything that `asked` grants is held through `owned` already: the escalation rule. Each point must be covered by
 * one owned rule alone; points with a star are covered by rules with that star only.
 */
export function covers(owned: readonly PolicyRule[], asked: readonly PolicyRule[]): Coverage {
  const missing = asked.flatMap(breakDown).filter((point) => !owned.some((rule) => ruleCovers(rule, point)));
  return { covered: missing.length === 0, missing };
}
