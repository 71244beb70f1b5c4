import type { LabelSelector } from "kubernetes-types/meta/v1";
import { isKnownLarge } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import {
  fromStructured,
  matchesLabels,
  type LabelSelector as Requirements,
} from "../../../../shared/selectors/labelSelector.ts";
import type { Informer } from "../../informers/informers.ts";

/** Where the objects of a namespace are found that have a label with a value. */
export const pairOf = (namespace: string, name: string, value: string): string => `${namespace}\0${name}\0${value}`;

/** An object with more labels is not found by them. */
const MOST_LABELS = 64;

/** Where the objects of a namespace are found that have more labels than an index should hold. */
const wideIn = (namespace: string): string => `${namespace}\0`;

/** For indices: an object's labels within its namespace, or that it has very many. */
export function labelPairs({ metadata: { namespace = "", labels = {} } }: ApiObject): string[] {
  // Only to list the labels of a large map takes a part of a turn.
  if (isKnownLarge(labels)) return [wideIn(namespace)];
  const pairs: string[] = [];
  for (const name in labels) {
    if (pairs.length === MOST_LABELS) return [wideIn(namespace)];
    pairs.push(pairOf(namespace, name, labels[name] ?? ""));
  }
  return pairs;
}

/** Whether an object has more labels than {@link labelPairs} tells. */
export const isWide = (object: ApiObject): boolean => labelPairs(object)[0] === wideIn(object.metadata.namespace ?? "");

/**
 * The objects of a namespace that a selector selects; an absent selector selects none, an empty one all. The cost grows
 * with the objects that have the first label that the selector names with its value, and with those that have very many labels,
 * not with all objects.
 */
export function selectedBy(informer: Informer, namespace: string, selector: LabelSelector | undefined): ApiObject[] {
  if (selector === undefined) return [];
  return matching(informer, namespace, fromStructured(selector as Parameters<typeof fromStructured>[0]));
}

/** The same for a selector that was read from text. */
export function matching(informer: Informer, namespace: string, requirements: Requirements): ApiObject[] {
  const exact = requirements.find(({ operator, values }) => operator === "In" && values.length === 1);
  const [value = ""] = exact?.values ?? [];
  const candidates =
    exact === undefined
      ? informer.list(namespace)
      : [
          ...informer.by(labelPairs, pairOf(namespace, exact.key, value)),
          ...informer.by(labelPairs, wideIn(namespace)),
        ];
  return candidates.filter(({ metadata }) => matchesLabels(requirements, metadata.labels));
}
