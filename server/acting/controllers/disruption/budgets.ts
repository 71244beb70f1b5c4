import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { StructuredSelector } from "../../../../shared/selectors/labelSelector.ts";
import { isApiError } from "../../../../shared/status.ts";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import { selectorDump } from "../../../ground/formats/wording/goText.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import { splitKey } from "../../informers/objectKey.ts";
import type { InformedParts, SharedSource } from "../controller.ts";
import { BudgetPods, selectorOf } from "./budgetPods.ts";
import {
  type BudgetStatus,
  demandOf,
  disruptedOf,
  failedStatus,
  healthyCount,
  needsScale,
  nextStatus,
  statusOf,
} from "./budgetStatus.ts";
import { PodScales } from "./podScales.ts";

const BUDGETS = { group: "policy", version: "v1", resource: "poddisruptionbudgets" };
const PODS = { group: "", resource: "pods" };

/** Counts the pods of budgets, and computes how many may be disrupted. */
export function budgetKeeper(parts: InformedParts) {
  const { client, informers, recorder, vocabulary, now } = parts;
  const pods = informers.of(PODS);
  const budgets = informers.of(BUDGETS);
  const podsOf = new BudgetPods(pods, budgets);
  const scales = new PodScales(client, informers, vocabulary);

  function budgetsOfPod(change: ObjectChange): Iterable<string> {
    const { object } = change;
    const { now, keys } = podsOf.changed(change);
    const [first, ...others] = now;
    if (first !== undefined && others.length > 0) {
      const { namespace, name } = object.metadata;
      const text = `Pod ${JSON.stringify(namespace)}/${JSON.stringify(name)} matches multiple PodDisruptionBudgets.`;
      const chosen = `Chose ${JSON.stringify(first.metadata.name)} arbitrarily.`;
      recorder.record(object, "Warning", "MultiplePodDisruptionBudgets", `${text}  ${chosen}`);
    }
    return keys;
  }

  async function write(budget: ApiObject, status: BudgetStatus): Promise<void> {
    const { namespace, name } = budget.metadata;
    const known = statusOf(budget);
    const same = { ...known, disruptedPods: known.disruptedPods ?? {} };
    if (deepEqual(same, { ...status, disruptedPods: status.disruptedPods ?? {} })) return;
    await client.update({ ...BUDGETS, namespace, name, subresource: "status" }, { ...budget, status });
    await informers.fresh();
  }

  /**
   * @throws Error when the status cannot be computed, after an Event has reported it; ApiError when it cannot be
   * written
   */
  async function count(budget: ApiObject): Promise<{ status: BudgetStatus; recheck?: number }> {
    const { namespace = "" } = budget.metadata;
    const selected = podsOf.of(budget);
    if (selected.size === 0) recorder.record(budget, "Normal", "NoPods", "No matching pods found");
    let demand = demandOf(budget, selected.size, 0);
    if (needsScale(budget)) {
      try {
        const expected = await scales.expectedOf(namespace, selected.controllers());
        demand = demandOf(budget, selected.size, expected);
        if (selected.unmanaged > 0)
          recorder.record(
            budget,
            "Warning",
            "UnmanagedPods",
            unmanagedText(selectorDump((selectorOf(budget) ?? {}) as Partial<StructuredSelector>)),
          );
      } catch (error) {
        const message = `Failed to calculate the number of expected pods: ${messageOf(error)}`;
        recorder.record(budget, "Warning", "CalculateExpectedPodCountFailed", message);
        throw error;
      }
    }
    const disrupted = disruptedOf(budget, selected, now());
    for (const pod of disrupted.overdue) {
      // The reference's message contains the namespace twice, too.
      const message = `Pod was expected by PDB ${namespace}/${namespace} to be deleted but it wasn't`;
      recorder.record(pod, "Warning", "NotDeleted", message);
    }
    const status = nextStatus(budget, demand, healthyCount(selected, disrupted), disrupted, now());
    return { status, ...(disrupted.recheck === undefined ? {} : { recheck: disrupted.recheck }) };
  }

  return {
    needs: podsOf.ready(),
    sources: [{ informer: budgets }, { informer: pods, keys: budgetsOfPod }] satisfies SharedSource[],
    async reconcile(key: string): Promise<{ requeueAfter: number } | undefined> {
      const { namespace, name } = splitKey(key);
      const budget = budgets.get(namespace, name);
      if (budget === undefined) {
        podsOf.forget(key);
        return undefined;
      }
      try {
        const { status, recheck } = await count(budget);
        await write(budget, status);
        return recheck === undefined ? undefined : { requeueAfter: recheck };
      } catch (error) {
        if (isApiError(error, "Conflict")) throw error;
        await write(budget, failedStatus(budget, messageOf(error), now()));
        return undefined;
      }
    },
  };
}

const unmanagedText = (selector: string): string =>
  `Pods selected by this PodDisruptionBudget (selector: ${selector}) were found to be unmanaged. As a result, the status of ` +
  "the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set " +
  '".spec.minAvailable" field of the PDB to an integer value.';
