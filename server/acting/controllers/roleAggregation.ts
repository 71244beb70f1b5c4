import { isDeepStrictEqual } from "node:util";
import type { ApiObject } from "../../../shared/object.ts";
import { ruleText } from "../../../shared/rbac/ruleText.ts";
import type { PolicyRule } from "../../../shared/rbac/types.ts";
import { fromStructured, matchesLabels, type StructuredSelector } from "../../../shared/selectors/labelSelector.ts";
import { isApiError } from "../../../shared/status.ts";
import { type ControllerParts, type RunningController, startController } from "./controller.ts";

const FIELD_MANAGER = "clusterrole-aggregation-controller";

/** All aggregated roles share one key, because any role may be part of any of them. */
const ALL = "*";

const selectorsOf = (role: ApiObject): readonly StructuredSelector[] | undefined =>
  (role["aggregationRule"] as { clusterRoleSelectors?: StructuredSelector[] } | undefined)?.clusterRoleSelectors;

const rulesOf = (role: ApiObject): readonly PolicyRule[] => (role["rules"] ?? []) as readonly PolicyRule[];

/**
 * The rules of an aggregated role: those of every other cluster role that one of its selectors matches, in the order of
 * selectors and names, without duplicates. Undefined for roles that are not aggregated.
 */
function aggregatedRules(role: ApiObject, roles: readonly ApiObject[]): PolicyRule[] | undefined {
  const selectors = selectorsOf(role);
  if (selectors === undefined) return undefined;
  const byName = [...roles].sort((a, b) => ((a.metadata.name ?? "") < (b.metadata.name ?? "") ? -1 : 1));
  const rules = new Map<string, PolicyRule>();
  for (const structured of selectors) {
    const selector = fromStructured(structured);
    for (const part of byName) {
      if (part.metadata.name === role.metadata.name || !matchesLabels(selector, part.metadata.labels)) continue;
      for (const rule of rulesOf(part)) {
        const text = ruleText(rule);
        if (!rules.has(text)) rules.set(text, rule);
      }
    }
  }
  return [...rules.values()];
}

/** Maintains the rules of aggregated cluster roles. */
export function roleAggregationController(parts: ControllerParts): RunningController {
  const { client, vocabulary } = parts;
  const ref = { group: vocabulary.rbacGroup, version: "v1", resource: "clusterroles" };
  return startController(parts, {
    sources: [{ ref, keys: () => [ALL] }],
    concurrency: 1,
    async reconcile() {
      const roles = [...(await client.list(ref)).items];
      // A role may aggregate another aggregated role: compute until nothing changes, and write only at the end.
      const wanted = new Map<string, PolicyRule[]>();
      for (let pass = 0; pass < roles.length; pass++) {
        let changed = false;
        roles.forEach((role, i) => {
          const rules = aggregatedRules(role, roles);
          if (rules === undefined || isDeepStrictEqual(rules, rulesOf(role))) return;
          changed = true;
          wanted.set(role.metadata.name ?? "", rules);
          roles[i] = { ...role, rules };
        });
        if (!changed) break;
      }
      await Promise.all(
        [...wanted].map(async ([name, rules]) => {
          try {
            const role = { apiVersion: `${ref.group}/v1`, kind: "ClusterRole", metadata: { name }, rules };
            await client.apply({ ...ref, name }, role, { fieldManager: FIELD_MANAGER });
          } catch (error) {
            if (!isApiError(error, "NotFound")) throw error;
          }
        }),
      );
      return undefined;
    },
  });
}
