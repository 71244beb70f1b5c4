import type { LabelSelector } from "kubernetes-types/meta/v1";
import { append } from "../../../../shared/collections/append.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { Informer } from "../../informers/informers.ts";
import type { ValuesOf } from "../../informers/objectIndex.ts";
import { isWide, labelPairs, pairOf } from "./podLabels.ts";

/** How objects are found that select others by labels: replica sets, services, disruption budgets … */
export interface SelectorIndex {
  selectorOf(object: ApiObject): LabelSelector | undefined;
  /** For indices: a label that all objects have that the selector selects, or that the selector names none. */
  readonly placesOf: ValuesOf;
}

/** Where the selectors of a namespace stand that name no label with its value. */
const anyOf = (namespace: string): string => `${namespace}\0`;

/** @param selectorOf tells what an object selects; nothing where there is no selector */
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
 * The objects that may select an object of their namespace: all that do are among them. The cost grows with those that ask for
 * one of its labels, and with those that name no label, not with all; only an object with very many labels is compared with
 * all.
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
