import { breakDown, isPointRich } from "./points.ts";
import type { PolicyRule } from "./types.ts";

/**
 * The fewest rules that grant the same: points are grouped by resource or path, then groups with the same verbs are
 * merged. Lists are sorted, so that equal permissions give equal rules. A rule with too many points is left unchanged
 * and comes last.
 */
export function condenseRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const verbsOf = new Map<string, Set<string>>();
  for (const point of rules.filter((rule) => !isPointRich(rule)).flatMap(breakDown)) {
    const { verbs, ...about } = point;
    const key = JSON.stringify([
      about.nonResourceURLs?.[0] ?? null,
      about.apiGroups?.[0] ?? "",
      about.resources?.[0] ?? "",
      about.resourceNames?.[0] ?? null,
    ]);
    const known = verbsOf.get(key) ?? new Set<string>();
    verbsOf.set(key, known);
    for (const verb of verbs) known.add(verb);
  }
  const merged = new Map<string, PolicyRule>();
  for (const key of [...verbsOf.keys()].sort()) {
    const [path, group, resource, name] = JSON.parse(key) as [string | null, string, string, string | null];
    const verbs = [...(verbsOf.get(key) ?? [])].sort();
    const rest = path === null ? [group, name] : [];
    const mergeKey = JSON.stringify([path === null, verbs, ...rest]);
    const known = merged.get(mergeKey);
    merged.set(
      mergeKey,
      path === null
        ? {
            apiGroups: [group],
            resources: [...(known?.resources ?? []), resource],
            ...(name === null ? {} : { resourceNames: [name] }),
            verbs,
          }
        : { nonResourceURLs: [...(known?.nonResourceURLs ?? []), path], verbs },
    );
  }
  return [...merged.values(), ...rules.filter(isPointRich)];
}
