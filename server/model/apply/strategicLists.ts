import { isMap, type JsonMap } from "../../../shared/json/jsonValues.ts";
import { sortInSteps } from "../../../shared/sortInSteps.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { goTypeName, goValue } from "./goFormat.ts";
import { rejected } from "./jsonPatch.ts";
import {
  failure,
  missingMergeKey,
  PATCH_DIRECTIVE,
  unknownDirective,
  withoutDirectives,
  wrongType,
} from "./strategicDirectives.ts";

type List = readonly unknown[];

/** Merges an item of the patch into the live item with the same key. */
export type MergeItem = (live: JsonMap, patch: JsonMap) => Steps<JsonMap>;

/**
 * Merges a list with the strategy `merge`: scalars as a set, maps by their merge key. Items of the patch are in the
 * patch's order. The other items keep their place before the first item of the patch that followed them.
 *
 * @throws ApiError when items lack the merge key or are of different types
 */
export function* mergeItems(live: List, patch: List, mergeItem: MergeItem, mergeKey: string): Steps<List> {
  if (live.length === 0 && patch.length === 0) return live;
  const type = yield* itemType(live, patch);
  if (type !== "map[string]interface {}") {
    return yield* arrange([...new Set([...live, ...patch])], patch, live, "");
  }
  if (mergeKey === "") throw failure("cannot merge lists without merge key for type struct");
  const { kept, toMerge } = yield* followDirectives(live as readonly JsonMap[], patch as readonly JsonMap[], mergeKey);
  const merged = yield* mergeMaps(kept, toMerge, mergeItem, mergeKey);
  return yield* arrange(merged, toMerge, kept.length > 0 ? kept : merged, mergeKey);
}

/** Handles items with `$patch`: they delete matching live items, or replace the whole list. */
function* followDirectives(
  live: readonly JsonMap[],
  patch: readonly JsonMap[],
  mergeKey: string,
): Steps<{ kept: readonly JsonMap[]; toMerge: readonly JsonMap[] }> {
  const deleted = new Set<unknown>();
  let replace = false;
  const toMerge: JsonMap[] = [];
  for (const item of patch) {
    if (isTurnDue()) yield;
    switch (item[PATCH_DIRECTIVE]) {
      case undefined:
        toMerge.push(item);
        break;
      case "delete": {
        const key = item[mergeKey];
        if (key === undefined) throw missingMergeKey(item, mergeKey);
        deleted.add(key);
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
  if (replace) return { kept: toMerge, toMerge: [] };
  return { kept: deleted.size === 0 ? live : live.filter((item) => !deleted.has(item[mergeKey])), toMerge };
}

function* mergeMaps(
  live: readonly JsonMap[],
  patch: readonly JsonMap[],
  mergeItem: MergeItem,
  mergeKey: string,
): Steps<readonly JsonMap[]> {
  const result = [...live];
  const positions = yield* positionsOf(live, mergeKey);
  for (const item of patch) {
    if (isTurnDue()) yield;
    const key = item[mergeKey];
    if (key === undefined) throw missingMergeKey(item, mergeKey);
    const position = positions.get(key);
    const found = position === undefined ? undefined : result[position];
    if (position !== undefined && found !== undefined) {
      const merged = yield* mergeItem(found, item);
      result[position] = merged;
      // A patch may remove the key itself: then the item can no longer be found by it.
      if (merged[mergeKey] !== key) positions.delete(key);
      continue;
    }
    positions.set(key, result.length);
    result.push(item);
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

/** Merges a list with `$setElementOrder`: the listed items in that order, the others in their place. */
export function* mergeListInOrder({ live, patch, order, mergeItem, mergeKey, merge }: OrderedMerge): Steps<List> {
  if (patch !== undefined) yield* requireOrder(patch, order, mergeKey);
  let merged: List;
  if (patch === undefined) merged = live ?? [];
  else if (live === undefined) merged = (yield* withoutDirectives(patch, true)) as List;
  else merged = merge ? yield* mergeItems(live, patch, mergeItem, mergeKey) : patch;
  if (merged.length === 0) {
    if ((live ?? []).length === 0 && (patch ?? []).length === 0)
      throw failure("no elements in any of the given slices");
    return merged;
  }
  return yield* arrange(merged, order, live ?? [], mergeKey);
}

/** Checks that the items of the patch (except directives) are in the order list, in the same order. */
function* requireOrder(patch: List, order: List, mergeKey: string): Steps<void> {
  const wanted = mergeKey === "" ? patch : patch.filter((item) => requireMap(item)[PATCH_DIRECTIVE] !== "delete");
  let found = 0;
  for (const item of order) {
    if (isTurnDue()) yield;
    while (mergeKey !== "" && found < wanted.length && hasDirective(wanted[found])) found++;
    if (found >= wanted.length) return;
    if (requiredKey(wanted[found], mergeKey) === requiredKey(item, mergeKey)) found++;
  }
  if (found < wanted.length && patch.length > 0) {
    throw failure(
      `The order in patch list:\n${goValue(patch)}\n doesn't match $setElementOrder list:\n${goValue(order)}\n`,
    );
  }
}

function requireMap(item: unknown): JsonMap {
  if (!isMap(item)) throw wrongType("map[string]interface {}", item);
  return item;
}

const hasDirective = (item: unknown): boolean => isMap(item) && item[PATCH_DIRECTIVE] !== undefined;

/** The merge key of an item; it is an error if there is none. */
function requiredKey(item: unknown, mergeKey: string): unknown {
  if (mergeKey === "") return item;
  const key = requireMap(item)[mergeKey];
  if (key === undefined) throw missingMergeKey(requireMap(item), mergeKey);
  return key;
}

/**
 * An item of a merged list, with the position of its identity in the lists that determine the order; -1 when it is not
 * in a list.
 */
interface Placed {
  readonly item: unknown;
  readonly inOrder: number;
  readonly inLive: number;
}

/**
 * Orders a merged list: items in `order` come in that order; the others keep their live order and come before an
 * ordered item that they preceded in the live list.
 */
function* arrange(merged: List, order: List, live: List, mergeKey: string): Steps<List> {
  const inOrder = yield* positionsOf(order, mergeKey);
  const inLive = yield* positionsOf(live, mergeKey);
  const noMap = mergeKey === "" ? -1 : order.findIndex((item) => !isMap(item));
  const place = (item: unknown): Placed => {
    const identity = requiredKey(item, mergeKey);
    const position = inOrder.get(identity) ?? -1;
    if (noMap >= 0 && (position < 0 || position > noMap)) throw failure(`value for key ${noMap} is not a map`);
    return { item, inOrder: position, inLive: inLive.get(identity) ?? -1 };
  };
  const placed: Placed[] = [];
  for (const item of merged) {
    if (isTurnDue()) yield;
    placed.push(place(item));
  }
  const ordered = yield* sortInSteps(
    placed.filter((each) => each.inOrder >= 0),
    (a, b) => a.inOrder - b.inOrder,
  );
  const others = yield* sortInSteps(
    placed.filter((each) => each.inOrder < 0),
    (a, b) => a.inLive - b.inLive,
  );
  const result: unknown[] = [];
  let next = 0;
  for (const { item, inLive: position } of ordered) {
    for (; position >= 0; next++) {
      const other = others[next];
      if (other === undefined || other.inLive < 0 || other.inLive >= position) break;
      result.push(other.item);
    }
    result.push(item);
  }
  for (; next < others.length; next++) result.push(others[next]?.item);
  return result;
}

/**
 * The identity of an item in its list: its merge key, or the item itself when the list has no merge key. Items without
 * a key equal only themselves.
 */
function identityOf(item: unknown, mergeKey: string): unknown {
  if (mergeKey === "") return item;
  const key = isMap(item) ? item[mergeKey] : undefined;
  return key === undefined ? Symbol("unidentified") : key;
}

/** The first position of each identity. */
function* positionsOf(list: List, mergeKey: string): Steps<Map<unknown, number>> {
  const positions = new Map<unknown, number>();
  for (const [position, item] of list.entries()) {
    if (isTurnDue()) yield;
    const identity = identityOf(item, mergeKey);
    if (!positions.has(identity)) positions.set(identity, position);
  }
  return positions;
}

/** The common type of all items. Lists of lists, and lists of mixed types, cannot be merged. */
function* itemType(...lists: readonly List[]): Steps<string> {
  let type: string | undefined;
  for (const list of lists) {
    for (const item of list) {
      if (isTurnDue()) yield;
      const own = goTypeName(item);
      if (type === undefined && own === "[]interface {}") throw rejected();
      if (type !== undefined && own !== type) throw failure(`list element types are not identical: ${goValue(lists)}`);
      type = own;
    }
  }
  return type ?? "";
}
