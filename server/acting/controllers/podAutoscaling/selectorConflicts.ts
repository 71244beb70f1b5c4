import type { ApiObject } from "../../../../shared/object.ts";
import { type LabelSelector, matchesLabels } from "../../../../shared/selectors/labelSelector.ts";
import { splitKey } from "../../informers/objectKey.ts";

/** Detects autoscalers that select the same pods, which is not allowed. */
export class SelectorConflicts {
  /** Selectors by namespace, then by name. */
  readonly #selectors = new Map<string, Map<string, LabelSelector>>();

  set(key: string, selector: LabelSelector): void {
    const { namespace, name } = splitKey(key);
    const known = this.#selectors.get(namespace);
    if (known === undefined) this.#selectors.set(namespace, new Map([[name, selector]]));
    else known.set(name, selector);
  }

  forget(key: string): void {
    const { namespace, name } = splitKey(key);
    const known = this.#selectors.get(namespace);
    known?.delete(name);
    if (known?.size === 0) this.#selectors.delete(namespace);
  }

  /** The sorted names of autoscalers that select any of these pods. */
  autoscalersSelecting(namespace: string, pods: readonly ApiObject[]): string[] {
    const selectors = this.#selectors.get(namespace) ?? new Map<string, LabelSelector>();
    if (selectors.size < 2) return [...selectors.keys()];
    // Most pods of a workload have the same labels, so compare each set of labels once.
    const labels = new Map(pods.map(({ metadata }) => [JSON.stringify(metadata.labels ?? {}), metadata.labels]));
    const found = [...selectors].filter(([, selector]) =>
      [...labels.values()].some((each) => matchesLabels(selector, each)),
    );
    return found.map(([name]) => name).sort();
  }
}
