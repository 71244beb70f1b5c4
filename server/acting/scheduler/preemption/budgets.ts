import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import { type LabelSelector, matchesLabels } from "../../../../shared/selectors/labelSelector.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { Informer } from "../../informers/informers.ts";
import { selectorOf } from "../model/affinityTerms.ts";
import type { PodInfo } from "../model/podInfo.ts";

/** The status of a disruption budget, and the pods that it selects. */
export interface Budget {
  readonly namespace: string;
  readonly selector: LabelSelector;
  readonly disrupted: Readonly<Record<string, unknown>>;
  readonly allowed: number;
}

/** Reads the disruption budgets that have a selector, yielding to the event loop. */
export async function readBudgets(informer: Pick<Informer, "each">): Promise<Budget[]> {
  const budgets: Budget[] = [];
  await informer.each((object) => {
    const { spec, status } = decoded<PodDisruptionBudget>(object);
    const selector = selectorOf(spec?.selector);
    if (selector === undefined || selector.length === 0) return;
    const { disruptionsAllowed: allowed = 0, disruptedPods: disrupted = {} } = status ?? {};
    budgets.push({ namespace: object.metadata.namespace ?? "", selector, disrupted, allowed });
  });
  return budgets;
}

/** Splits pods into those whose deletion, in this order, would violate a budget, and the others. */
export function byBudget(
  pods: readonly PodInfo[],
  budgets: readonly Budget[],
): { readonly violating: PodInfo[]; readonly others: PodInfo[] } {
  const left = budgets.map(({ allowed }) => allowed);
  const violating: PodInfo[] = [];
  const others: PodInfo[] = [];
  for (const pod of pods) {
    let isViolating = false;
    budgets.forEach(({ namespace, selector, disrupted }, i) => {
      const isCovered =
        namespace === pod.namespace &&
        !isEmptyMap(pod.labels) &&
        matchesLabels(selector, pod.labels) &&
        !(pod.name in disrupted);
      if (!isCovered) return;
      left[i] = (left[i] ?? 0) - 1;
      if ((left[i] ?? 0) < 0) isViolating = true;
    });
    (isViolating ? violating : others).push(pod);
  }
  return { violating, others };
}
