import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import { type LabelSelector, matchesLabels } from "../../../../shared/selectors/labelSelector.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { Informer } from "../../informers/informers.ts";
import { selectorOf } from "../model/affinityTerms.ts";
import type { PodInfo } from "../model/podInfo.ts";

/** The status of a disruption budget, and the pods that it selects. */
interface Budget {
  readonly selector: LabelSelector;
  readonly disrupted: Readonly<Record<string, unknown>>;
  readonly allowed: number;
}

/** Disruption budgets by namespace. */
export type Budgets = ReadonlyMap<string, readonly Budget[]>;

/** Reads the disruption budgets that have a selector, yielding to the event loop. */
export async function readBudgets(informer: Pick<Informer, "each">): Promise<Budgets> {
  const budgets = new Map<string, Budget[]>();
  await informer.each((object) => {
    const { spec, status } = decoded<PodDisruptionBudget>(object);
    const selector = selectorOf(spec?.selector);
    if (selector === undefined || selector.length === 0) return;
    const { disruptionsAllowed: allowed = 0, disruptedPods: disrupted = {} } = status ?? {};
    const { namespace = "" } = object.metadata;
    const others = budgets.get(namespace);
    if (others === undefined) budgets.set(namespace, [{ selector, disrupted, allowed }]);
    else others.push({ selector, disrupted, allowed });
  });
  return budgets;
}

/** Splits pods into those whose deletion, in this order, would violate a budget, and the others. */
export function byBudget(
  pods: readonly PodInfo[],
  budgets: Budgets,
): { readonly violating: PodInfo[]; readonly others: PodInfo[] } {
  const left = new Map<Budget, number>();
  const violating: PodInfo[] = [];
  const others: PodInfo[] = [];
  for (const pod of pods) {
    let isViolating = false;
    const candidates = isEmptyMap(pod.labels) ? [] : (budgets.get(pod.namespace) ?? []);
    for (const budget of candidates) {
      const { selector, disrupted, allowed } = budget;
      if (!matchesLabels(selector, pod.labels) || Object.hasOwn(disrupted, pod.name)) continue;
      const rest = (left.get(budget) ?? allowed) - 1;
      left.set(budget, rest);
      if (rest < 0) isViolating = true;
    }
    (isViolating ? violating : others).push(pod);
  }
  return { violating, others };
}
