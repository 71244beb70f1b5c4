import { isMap, type JsonMap } from "../../shared/json/jsonValues.ts";
import { ApiError } from "../../shared/status.ts";
import { goTypeName, goValue } from "./goFormat.ts";
import { dropDirectives, failure, missingMergeKey, PATCH_DIRECTIVE, unknownDirective } from "./strategicDirectives.ts";

type List = readonly unknown[];

/** Merges an item of the patch into the live item with the same key. */
export type MergeItem = (live: JsonMap, patch: JsonMap) => JsonMap;

/**
 * Merges a list whose strategy is `merge`: scalars as a set, maps by their merge key. The items of the patch come in the
 * patch's order, the others keep their place before the first item of the patch that followed them.
 *
 * @throws ApiError when items lack the merge key or are of different types
 */
export function mergeItems(live: List, patch: List, mergeItem: MergeItem, mergeKey: string): List {
  if (live.length === 0 && patch.length === 0) return live;
  const type = itemType(live, patch);
  if (type !== "map[string]interface {}") {
    return arrange([...new Set([...live, ...patch])], patch, live, "");
  }
  if (mergeKey === "") throw failure("cannot merge lists without merge key for type struct");
  const { kept, toMerge } = followDirectives(live as readonly JsonMap[], patch as readonly JsonMap[], mergeKey);
  const merged = mergeMaps(kept, toMerge, mergeItem, mergeKey);
  return arrange(merged, toMerge, kept.length > 0 ? kept : merged, mergeKey);
}

/** Handles items that carry `$patch`: deletes matching live items, or replaces the list as a whole. */
function followDirectives(
  live: readonly JsonMap[],
  patch: readonly JsonMap[],
  mergeKey: string,
): { kept: readonly JsonMap[]; toMerge: readonly JsonMap[] } {
  let kept = live;
  let replace = false;
  const toMerge: JsonMap[] = [];
  for (const item of patch) {
    switch (item[PATCH_DIRECTIVE]) {
      case undefined:
        toMerge.push(item);
        break;
      case "delete": {
        const key = item[mergeKey];
        if (key === undefined) throw missingMergeKey(item, mergeKey);
        kept = kept.filter((other) => other[mergeKey] !== key);
        break;
      }
      case "replace":
        replace = true;
        break;
      case "merge":
        throw failure("merging lists cannot yet be specified in the patch");
      default:
        throw unknownDirective(item[PATCH_DIRECTIVE], item);
    }
  }
  return replace ? { kept: toMerge, toMerge: [] } : { kept, toMerge };
}

function mergeMaps(
  live: readonly JsonMap[],
  patch: readonly JsonMap[],
  mergeItem: MergeItem,
  mergeKey: string,
): readonly JsonMap[] {
  const result = [...live];
  for (const item of patch) {
    const key = item[mergeKey];
    if (key === undefined) throw missingMergeKey(item, mergeKey);
    const position = result.findIndex((other) => other[mergeKey] === key);
    const found = result[position];
    if (found === undefined) result.push(dropDirectives(item) as JsonMap);
    else result[position] = mergeItem(found, item);
  }
  return result;
}

interface OrderedMerge {
  readonly live: List | undefined;
  readonly patch: List | undefined;
  /** The value of `$setElementOrder`: scalars, or maps with the merge key. */
  readonly order: List;
  readonly mergeItem: MergeItem;
  readonly mergeKey: string;
  readonly merge: boolean;
}

/** Merges a list that comes with `$setElementOrder`: the listed items in that order, the others in their place. */
export function mergeListInOrder({ live, patch, order, mergeItem, mergeKey, merge }: OrderedMerge): List {
  if (patch !== undefined) requireOrder(patch, order, mergeKey);
  let merged: List;
  if (patch === undefined) merged = live ?? [];
  else if (live === undefined) merged = dropDirectives(patch) as List;
  else merged = merge ? mergeItems(live, patch, mergeItem, mergeKey) : patch;
  if (merged.length === 0) {
    if ((live ?? []).length === 0 && (patch ?? []).length === 0)
      throw failure("no elements in any of the given slices");
    return merged;
  }
  return arrange(merged, order, live ?? [], mergeKey);
}

/** The items of the patch (but for deletions) must stand in the order list, in the same order. */
function requireOrder(patch: List, order: List, mergeKey: string): void {
  const wanted = patch.filter((item) => !(isMap(item) && item[PATCH_DIRECTIVE] === "delete"));
  let found = 0;
  for (const item of order) {
    if (found < wanted.length && sameItem(item, wanted[found], mergeKey)) found++;
  }
  if (found < wanted.length) {
    throw failure(
      `The order in patch list:\n${goValue(wanted)}\n doesn't match $setElementOrder list:\n${goValue(order)}\n`,
    );
  }
}

/**
 * Orders a merged list: items named in `order` come in that order; the others keep their live order and come before an
 * ordered item that they preceded in the live list.
 */
function arrange(merged: List, order: List, live: List, mergeKey: string): List {
  const positionIn = (list: List, item: unknown): number => list.findIndex((other) => sameItem(other, item, mergeKey));
  const byPosition = (list: List) => (a: unknown, b: unknown) => positionIn(list, a) - positionIn(list, b);
  if (mergeKey !== "") {
    for (const item of merged) {
      if (isMap(item) && item[mergeKey] === undefined) throw missingMergeKey(item, mergeKey);
    }
  }
  const ordered = merged.filter((item) => positionIn(order, item) >= 0).sort(byPosition(order));
  const others = merged.filter((item) => positionIn(order, item) < 0).sort(byPosition(live));
  const result: unknown[] = [];
  let next = 0;
  for (const item of ordered) {
    const position = positionIn(live, item);
    while (next < others.length && position >= 0) {
      const other = positionIn(live, others[next]);
      if (other < 0 || other >= position) break;
      result.push(others[next++]);
    }
    result.push(item);
  }
  return [...result, ...others.slice(next)];
}

function sameItem(a: unknown, b: unknown, mergeKey: string): boolean {
  if (mergeKey === "") return a === b;
  return isMap(a) && isMap(b) && a[mergeKey] !== undefined && a[mergeKey] === b[mergeKey];
}

/** The one type of all items. Lists of lists, and lists of mixed types, cannot be merged. */
function itemType(...lists: readonly List[]): string {
  const types = new Set(lists.flatMap((list) => list.map(goTypeName)));
  if (types.has("[]interface {}")) {
    throw new ApiError(422, "Invalid", "the server rejected our request due to an error in our request", {});
  }
  if (types.size > 1) throw failure(`list element types are not identical: ${goValue(lists)}`);
  return [...types][0] ?? "";
}
