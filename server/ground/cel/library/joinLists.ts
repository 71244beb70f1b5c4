import { equals, identityOf } from "../equality.ts";
import type { ListSemantics } from "../types/celType.ts";
import { type CelValue, JoinedList, ListValue } from "../values.ts";

/**
 * One list after the other. Lists that are sets or keyed keep the order of the first: what the second has as well takes its
 * place there, what is new follows.
 */
export function joinLists(left: ListValue, right: ListValue): ListValue {
  const { semantics } = left;
  if (semantics === undefined) return new JoinedList(left, right);
  const items: CelValue[] = [...left.values()];
  for (const item of right.values()) {
    const found = items.findIndex((each) => sameItem(each, item, semantics));
    if (found < 0) items.push(item);
    else items[found] = item;
  }
  return new ListValue(items, undefined, semantics);
}

const sameItem = (a: CelValue, b: CelValue, semantics: ListSemantics): boolean =>
  semantics.kind === "set" ? equals(a, b) : identityOf(a, semantics) === identityOf(b, semantics);
