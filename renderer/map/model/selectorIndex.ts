import { type LabelSelector, matchesLabels } from "../../../shared/selectors/labelSelector.ts";

type Labels = Readonly<Record<string, string>>;

interface Target {
  readonly id: string;
  readonly labels: Labels;
}

/** Maximum number of edges per selector; one with more gets a note instead. */
export const MAX_LINES = 24;

export interface Selected {
  /** Ids of the selected nodes, each once; empty when there are more than {@link MAX_LINES}. */
  readonly ids: readonly string[];
  readonly many: boolean;
}

const NONE: Selected = { ids: [], many: false };

/** Finds the nodes that a selector matches without testing all of them: looks up the rarest of its required labels. */
export class SelectorIndex {
  readonly #all = new Map<string, Target[]>();
  readonly #byLabel = new Map<string, Target[]>();

  add(namespace: string, labels: Labels, id: string): void {
    const target = { id, labels };
    push(this.#all, namespace, target);
    for (const [key, value] of Object.entries(labels)) push(this.#byLabel, labelKey(namespace, key, value), target);
  }

  select(namespace: string, selector: LabelSelector): Selected {
    const ids = new Set<string>();
    for (const { id, labels } of this.#candidates(namespace, selector)) {
      if (ids.has(id) || !matchesLabels(selector, labels)) continue;
      ids.add(id);
      if (ids.size > MAX_LINES) return { ids: [], many: true };
    }
    return ids.size === 0 ? NONE : { ids: [...ids], many: false };
  }

  #candidates(namespace: string, selector: LabelSelector): readonly Target[] {
    let fewest: readonly Target[] | undefined;
    for (const { key, operator, values } of selector) {
      const [value] = values;
      if (operator !== "In" || values.length !== 1 || value === undefined) continue;
      const found = this.#byLabel.get(labelKey(namespace, key, value)) ?? [];
      if (fewest === undefined || found.length < fewest.length) fewest = found;
    }
    return fewest ?? this.#all.get(namespace) ?? [];
  }
}

const labelKey = (namespace: string, key: string, value: string): string => `${namespace} ${key}=${value}`;

function push(map: Map<string, Target[]>, key: string, target: Target): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [target]);
  else list.push(target);
}
