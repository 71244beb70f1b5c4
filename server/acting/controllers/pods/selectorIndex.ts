import type { LabelSelector } from "kubernetes-types/meta/v1";
import { append } from "../../../../shared/collections/append.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Informer } from "../../informers/informers.ts";
import type { ValuesOf } from "../../informers/objectIndex.ts";
import { isWide, labelPairs, pairOf } from "./podLabels.ts";

/** An index of objects with label selectors: replica sets, services, disruption budgets … */
export interface SelectorIndex {
  selectorOf(object: ApiObject): LabelSelector | undefined;
  /**
   * An index function: a label that all selected objects must have, or a special value when the selector requires no
   * label value.
   */
  readonly placesOf: ValuesOf;
}

/** The index value for selectors of a namespace that require no label value. */
const anyOf = (namespace: string): string => `${namespace}\0`;

/** @param selectorOf returns the selector of an object; undefined when it has none */
export const selectorIndex = (selectorOf: SelectorIndex["selectorOf"]): SelectorIndex => ({
  selectorOf,
  placesOf(object) {
    const { namespace = "" } = object.metadata;
    const selector = selectorOf(object);
    if (selector === undefined || selector === null) return [];
    const { matchLabels = {} } = selector;
    for (const name in matchLabels) return [pairOf(namespace, name, matchLabels[name] ?? "")];
    return [anyOf(namespace)];
  },
});

/**
 * The objects of a namespace whose selector may match an object, including all whose selector does. The cost grows with
 * the number of selectors that require one of the object's labels, and of those without a required label. Only an
 * object with very many labels is compared with all selectors.
 */
export function mayBeSelecting(
  informer: Pick<Informer, "by" | "list">,
  { placesOf }: SelectorIndex,
  object: ApiObject,
): ApiObject[] {
  const { namespace = "" } = object.metadata;
  if (isWide(object)) return informer.list(namespace);
  const found = informer.by(placesOf, anyOf(namespace));
  for (const pair of labelPairs(object)) append(found, informer.by(placesOf, pair));
  return found;
}
