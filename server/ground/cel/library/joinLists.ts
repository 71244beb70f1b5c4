import type { ListSemantics } from "../types/celType.ts";
import { equals, identityOf } from "../values/equality.ts";
import { type CelValue, JoinedList, ListValue } from "../values/values.ts";

/**
 * Joins two lists. Sets and keyed lists keep the order of the first: a common element of the second replaces the
 * first's at its position, and new elements follow.
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
