import type { PodDisruptionBudget } from "kubernetes-types/policy/v1";
import type { ApiObject } from "../../../../shared/object.ts";
import {
  fromStructured,
  matchesLabels,
  type LabelSelector as Requirements,
  type StructuredSelector,
} from "../../../../shared/selectors/labelSelector.ts";
import { decoded } from "../../../api/registry/strategies/narrow.ts";
import type { ObjectChange } from "../../../store/cache/reader.ts";
import type { Informer } from "../../informers/informers.ts";
import { keyOf } from "../../informers/objectKey.ts";
import { labelPairs, selectedBy } from "../pods/podLabels.ts";
import { mayBeSelecting, selectorIndex } from "../pods/selectorIndex.ts";
import { SelectedPods } from "./selectedPods.ts";

export const selectorOf = (budget: ApiObject) => decoded<PodDisruptionBudget>(budget).spec?.selector;
const selectors = selectorIndex(selectorOf);

/** The parsed selector of each budget that was compared with a pod; undefined when it has none. */
const parsed = new WeakMap<ApiObject, { readonly requirements: Requirements | undefined }>();

function requirementsOf(budget: ApiObject): Requirements | undefined {
  const known = parsed.get(budget);
  if (known !== undefined) return known.requirements;
  const selector = selectorOf(budget);
  const requirements = selector === undefined ? undefined : fromStructured(selector as StructuredSelector);
  parsed.set(budget, { requirements });
  return requirements;
}

/** The pods of a budget for as long as its specification is the same. */
interface Selection {
  readonly uid: string | undefined;
  readonly generation: number | undefined;
  readonly pods: SelectedPods;
}

/**
 * Follows which pods each budget selects. Visiting all pods of a budget after every change of one of them would take most
 * of the time when many budgets select many pods.
 */
export class BudgetPods {
  readonly #pods: Informer;
  readonly #budgets: Informer;
  /** By the key of the budget. */
  readonly #selections = new Map<string, Selection>();

  constructor(pods: Informer, budgets: Informer) {
    this.#pods = pods;
    this.#budgets = budgets;
  }

  /** Resolves when the indices are ready. */
  ready(): Promise<void>[] {
    return [this.#pods.indexed(labelPairs), this.#budgets.indexed(selectors.placesOf)];
  }

  /** The budgets that select a pod. */
  #selecting(pod: ApiObject): ApiObject[] {
    return mayBeSelecting(this.#budgets, selectors, pod).filter((budget) => {
      const requirements = requirementsOf(budget);
      return requirements !== undefined && matchesLabels(requirements, pod.metadata.labels);
    });
  }

  /**
   * Takes a change of a pod into account.
   * @returns the budgets that select it now, and the keys of all that did before or do now
   */
  changed({ type, object, previous }: ObjectChange): { readonly now: ApiObject[]; readonly keys: ReadonlySet<string> } {
    const { name = "" } = object.metadata;
    const now = this.#selecting(object);
    const selectedNow = now.map(keyOf);
    const keys = new Set(selectedNow);
    for (const key of selectedNow) {
      const known = this.#selections.get(key);
      if (type === "deleted") known?.pods.delete(name);
      // A known pod is added only when all are delivered anew, perhaps because deletions were missed.
      else if (type === "added" && known?.pods.get(name) !== undefined) this.#selections.delete(key);
      else known?.pods.set(object);
    }
    if (previous === undefined || previous.metadata.labels === object.metadata.labels) return { now, keys };
    for (const key of this.#selecting(previous).map(keyOf)) {
      if (keys.has(key)) continue;
      this.#selections.get(key)?.pods.delete(name);
      keys.add(key);
    }
    return { now, keys };
  }

  /** The current pods of a budget. The cost grows with their number only when its specification is new. */
  of(budget: ApiObject): SelectedPods {
    const key = keyOf(budget);
    const { uid, generation, namespace = "" } = budget.metadata;
    const known = this.#selections.get(key);
    if (known !== undefined && known.uid === uid && known.generation === generation) return known.pods;
    const pods = new SelectedPods(selectedBy(this.#pods, namespace, selectorOf(budget)));
    this.#selections.set(key, { uid, generation, pods });
    return pods;
  }

  /** Releases what is known about a deleted budget. */
  forget(key: string): void {
    this.#selections.delete(key);
  }
}
