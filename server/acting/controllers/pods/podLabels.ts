import type { LabelSelector } from "kubernetes-types/meta/v1";
import { isKnownLarge } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import {
  fromStructured,
  matchesLabels,
  type LabelSelector as Requirements,
} from "../../../../shared/selectors/labelSelector.ts";
import type { Informer } from "../../informers/informers.ts";

/** The index value for objects of a namespace that have a label with this value. */
export const pairOf = (namespace: string, name: string, value: string): string => `${namespace}\0${name}\0${value}`;

/** Maximum number of labels of an object that is indexed by them. */
const MAX_LABELS = 64;

/** The index value for objects of a namespace that have more labels than that. */
const wideIn = (namespace: string): string => `${namespace}\0`;

/**
 * An index function: each of an object's labels within its namespace, or one value for objects with very many labels.
 */
export function labelPairs({ metadata: { namespace = "", labels = {} } }: ApiObject): string[] {
  // Merely listing the labels of a large map would take a considerable part of a tick.
  if (isKnownLarge(labels)) return [wideIn(namespace)];
  const pairs: string[] = [];
  for (const name in labels) {
    if (pairs.length === MAX_LABELS) return [wideIn(namespace)];
    pairs.push(pairOf(namespace, name, labels[name] ?? ""));
  }
  return pairs;
}

/** Whether an object has too many labels for {@link labelPairs} to return them. */
export const isWide = (object: ApiObject): boolean => labelPairs(object)[0] === wideIn(object.metadata.namespace ?? "");

/**
 * The objects of a namespace that a selector matches; an absent selector matches none, an empty one all. The cost grows
 * with the number of objects that have the selector's first label and value, and of those with very many labels, not
 * with the number of all objects.
 */
export function selectedBy(informer: Informer, namespace: string, selector: LabelSelector | undefined): ApiObject[] {
  if (selector === undefined) return [];
  return matching(informer, namespace, fromStructured(selector as Parameters<typeof fromStructured>[0]));
}

/** The same for a selector that was parsed from text. */
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
