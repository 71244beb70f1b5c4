import type { PathElementText } from "../fieldset/pathElement.ts";
import { copyMap } from "../json/copyMap.ts";
import { isList, isMap, type JsonMap } from "../json/jsonValues.ts";
import { isEmptyMap } from "../json/largeMaps.ts";
import { setMember } from "../json/setMember.ts";
import type { ListNode, TypeNode } from "../schema/typeNode.ts";
import { isTurnDue, type Steps } from "../steps.ts";
import { childType, DEDUCED, itemElement, shapeOf } from "./typeShape.ts";

/**
 * Merges an applied configuration into the live object: granular maps and structs field by field, set and map lists
 * item by item, everything else as a whole. Removes nothing. `undefined` means that a side is absent.
 */
export function* mergeValues(node: TypeNode, live: unknown, applied: unknown): Steps<unknown> {
  if (applied === undefined || live === applied) return live;
  const shape = shapeOf(node, applied, live);
  const left = live ?? undefined;
  const right = applied ?? undefined;
  if (shape.kind === "fields" && (left === undefined || isMap(left)) && (right === undefined || isMap(right))) {
    if ((left === undefined || isEmptyMap(left)) && (right === undefined || isEmptyMap(right))) return applied;
    return yield* mergeMaps(shape.node, left ?? {}, right ?? {});
  }
  if (shape.kind === "items" && (left === undefined || isList(left)) && (right === undefined || isList(right))) {
    if ((left === undefined || left.length === 0) && (right === undefined || right.length === 0)) return applied;
    return yield* mergeLists(shape.node, left ?? [], right ?? []);
  }
  return applied;
}

function* mergeMaps(node: Parameters<typeof childType>[0], live: JsonMap, applied: JsonMap): Steps<JsonMap> {
  let result: Record<string, unknown> | undefined;
  for (const name in applied) {
    if (isTurnDue()) yield;
    const type = childType(node, name) ?? DEDUCED;
    const isWhole = applied[name] !== undefined && shapeOf(type, applied[name], live[name]).kind === "leaf";
    const merged = isWhole ? applied[name] : yield* mergeValues(type, live[name], applied[name]);
    if (merged === live[name]) continue;
    result ??= yield* copyMap(live);
    setMember(result, name, merged);
  }
  return result ?? live;
}

interface IndexedList {
  /**
   * Identity of each item, in order. Items without an identity get a private symbol, so that they are kept and never
   * matched.
   */
  readonly elements: readonly (PathElementText | symbol)[];
  /** Items by identity; `undefined` where several items share it. */
  readonly items: ReadonlyMap<PathElementText | symbol, unknown>;
}

function* indexList(node: ListNode, list: readonly unknown[]): Steps<IndexedList> {
  const items = new Map<PathElementText | symbol, unknown>();
  const elements: (PathElementText | symbol)[] = [];
  for (const item of list) {
    if (isTurnDue()) yield;
    const identity = itemElement(node, item);
    const element = "element" in identity ? identity.element : Symbol("unidentified");
    items.set(element, items.has(element) ? undefined : item);
    elements.push(element);
  }
  return { elements, items };
}

/**
 * Merges lists of identified items. Items in the applied list follow its order; live items that are not in it keep
 * their place relative to their neighbours.
 */
function* mergeLists(node: ListNode, live: readonly unknown[], applied: readonly unknown[]): Steps<readonly unknown[]> {
  const left = yield* indexList(node, live);
  const right = yield* indexList(node, applied);
  const shared = right.elements.filter((element) => left.items.has(element));
  const done = new Set<PathElementText | symbol>();
  const result: unknown[] = [];
  let nextShared = 0;
  let l = 0;
  let r = 0;
  const take = function* (element: PathElementText | symbol): Steps<void> {
    done.add(element);
    result.push(yield* mergeValues(node.items, left.items.get(element), right.items.get(element)));
    if (shared[nextShared] === element) nextShared++;
    r++;
  };
  while (l < live.length || r < applied.length) {
    if (isTurnDue()) yield;
    const liveElement = left.elements[l];
    const appliedElement = right.elements[r];
    if (liveElement !== undefined && appliedElement !== undefined) {
      if (liveElement === appliedElement) {
        yield* take(appliedElement);
        l++;
        continue;
      }
      const wanted = shared[nextShared];
      if (right.items.has(liveElement) && wanted !== undefined && wanted !== liveElement) {
        // The item is at another position in the applied order.
        l++;
        continue;
      }
    }
    if (liveElement !== undefined) {
      if (!right.items.has(liveElement)) {
        result.push(live[l]);
        l++;
        continue;
      }
      if (done.has(liveElement)) l++;
    }
    if (appliedElement !== undefined) yield* take(appliedElement);
  }
  return result;
}
