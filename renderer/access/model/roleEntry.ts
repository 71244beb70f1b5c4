import type { ApiObject } from "../../../shared/object.ts";
import { roleFromObject } from "../../../shared/rbac/decode.ts";
import type { PolicyRule, RoleShape } from "../../../shared/rbac/types.ts";
import { fromStructured, matchesLabels, type StructuredSelector } from "../../../shared/selectors/labelSelector.ts";

/** A role, with the selectors that determine its rules when it is aggregated. */
export interface RoleEntry extends RoleShape {
  readonly labels: Readonly<Record<string, string>>;
  /**
   * Selectors of an aggregated cluster role, which combines the cluster roles that any of them selects; absent for
   * other roles.
   */
  readonly selectors?: readonly StructuredSelector[];
}

/** Reads a Role or ClusterRole object. */
export function roleEntryFrom(object: ApiObject): RoleEntry {
  const aggregation = object["aggregationRule"] as { clusterRoleSelectors?: StructuredSelector[] } | null | undefined;
  const selectors = aggregation?.clusterRoleSelectors;
  return {
    ...roleFromObject(object),
    labels: object.metadata.labels ?? {},
    ...(Array.isArray(selectors) ? { selectors } : {}),
  };
}

/** Maximum number of aggregation levels, more than any real cluster has. */
const MAX_DEPTH = 8;

/**
 * The roles after aggregation by the server's controller: an aggregated cluster role gets the rules of the cluster
 * roles that it selects, in the order of their names. A role does not select itself.
 */
export function aggregateRoles(entries: readonly RoleEntry[]): RoleEntry[] {
  let current = [...entries];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    let changed = false;
    const next = current.map((entry) => {
      if (entry.selectors === undefined) return entry;
      const rules = gatheredRules(entry, current);
      if (JSON.stringify(rules) === JSON.stringify(entry.rules)) return entry;
      changed = true;
      return { ...entry, rules };
    });
    current = next;
    if (!changed) break;
  }
  return current;
}

function gatheredRules(entry: RoleEntry, entries: readonly RoleEntry[]): PolicyRule[] {
  const selected = entries
    .filter((other) => other.namespace === "" && other.name !== entry.name && isSelected(entry, other))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const rules = new Map<string, PolicyRule>();
  for (const rule of selected.flatMap((other) => other.rules)) {
    const key = JSON.stringify(rule);
    if (!rules.has(key)) rules.set(key, rule);
  }
  return [...rules.values()];
}

function isSelected(entry: RoleEntry, other: RoleEntry): boolean {
  return (entry.selectors ?? []).some((selector) => {
    try {
      return matchesLabels(fromStructured(selector), other.labels);
    } catch {
      // A selector that the server would refuse selects nothing.
      return false;
    }
  });
}
