import { equalInSteps } from "../collections/deepEqual.ts";
import { type FieldSet, type FieldSetBuilder, insertPath } from "../fieldset/fieldSet.ts";
import { fieldElement, type PathElementText } from "../fieldset/pathElement.ts";
import { isList, isMap, type JsonMap } from "../json/jsonValues.ts";
import { isEmptyMap } from "../json/largeMaps.ts";
import type { ListNode, TypeNode } from "../schema/typeNode.ts";
import { isTurnDue, isTurnOver, type Steps } from "../steps.ts";
import {
  childType,
  DEDUCED,
  followsStruct,
  impliedFields,
  impliedValue,
  isDropped,
  itemElement,
  shapeOf,
} from "./typeShape.ts";

/** The fields that differ between two states of an object. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

interface Walk {
  /**
   * Whether the later state is the result of an apply. Fields that the configuration states then count even where a
   * struct would drop them.
   */
  readonly stated: boolean;
  readonly added: FieldSetBuilder;
  readonly modified: FieldSetBuilder;
  readonly removed: FieldSetBuilder;
  /** The current path; only the first `depth` elements are valid. */
  readonly path: PathElementText[];
}

/**
 * Compares two states of an object in one walk. Parts that both states share by reference are skipped.
 *
 * Scalars and atomic values are compared as a whole. A struct, map, list or item that was added or removed is a path of
 * the result itself, in addition to the paths below it. In a list with duplicate items, all items with the same
 * identity are compared as a whole.
 *
 * @param before `{}` for an object that is being created
 * @param stated whether `after` is the result of applying a configuration to `before`. The reference compares such a
 * result before it converts it into a struct, which drops empty and zero values: an empty list that is applied over a
 * list modifies it, and does not remove it
 */
export function* compareObjects(before: unknown, after: unknown, node: TypeNode, stated = false): Steps<Comparison> {
  const walk: Walk = { stated, added: new Map(), modified: new Map(), removed: new Map(), path: [] };
  yield* compareValues(walk, node, before, after);
  return { added: walk.added, modified: walk.modified, removed: walk.removed };
}

function* compareValues(walk: Walk, node: TypeNode, before: unknown, after: unknown): Steps<void> {
  if (before === after) return;
  const shape = shapeOf(node, before, after);
  const left = before ?? undefined;
  const right = after ?? undefined;
  if (shape.kind === "fields" && fits(isMap, left, right) && !(isNothing(left) && isNothing(right))) {
    yield* compareFields(walk, shape.node, left as JsonMap | undefined, right as JsonMap | undefined, before, after);
  } else if (shape.kind === "items" && fits(isList, left, right) && !(isNothing(left) && isNothing(right))) {
    yield* compareItems(walk, shape.node, (left ?? []) as readonly unknown[], (right ?? []) as readonly unknown[]);
  } else {
    yield* compareWhole(walk, before, after);
    // A free-form value that became a map, or that was a map before.
    if (shape.kind === "fields" && isMap(left))
      yield* compareFields(walk, shape.node, left, undefined, before, undefined);
    if (shape.kind === "fields" && isMap(right))
      yield* compareFields(walk, shape.node, undefined, right, undefined, after);
    return;
  }
  recordPresence(walk, before, after);
}

function* compareWhole(walk: Walk, before: unknown, after: unknown): Steps<void> {
  if (recordPresence(walk, before, after)) return;
  if (!(yield* equalInSteps(before, after))) insertPath(walk.modified, walk.path);
}

/** Records a value that was added or removed. @returns whether it was */
function recordPresence(walk: Walk, before: unknown, after: unknown): boolean {
  if (before === undefined) insertPath(walk.added, walk.path);
  else if (after === undefined) insertPath(walk.removed, walk.path);
  return before === undefined || after === undefined;
}

const fits = (test: (value: unknown) => boolean, a: unknown, b: unknown): boolean =>
  (a === undefined || test(a)) && (b === undefined || test(b));

const isNothing = (value: unknown): boolean =>
  value === undefined || (isMap(value) ? isEmptyMap(value) : isList(value) && value.length === 0);

function* compareFields(
  walk: Walk,
  node: Parameters<typeof childType>[0],
  left: JsonMap | undefined,
  right: JsonMap | undefined,
  before: unknown,
  after: unknown,
): Steps<void> {
  // Collecting the names of a very large map may take a whole time slice.
  if (node.kind !== "struct" && isTurnOver()) yield;
  for (const name of comparedFields(node, left, right)) {
    if (isTurnDue()) yield;
    const type = childType(node, name) ?? DEDUCED;
    const a = before === undefined ? undefined : readField(node, left, name);
    // Fields that the configuration left unchanged are read like those of the earlier state.
    const stated = walk.stated && right?.[name] !== undefined && right[name] !== null && right[name] !== left?.[name];
    const b = after === undefined ? undefined : stated ? right?.[name] : readField(node, right, name);
    if (a === b) continue;
    walk.path.push(fieldElement(name));
    if (shapeOf(type, a, b).kind !== "leaf") yield* compareValues(walk, type, a, b);
    else if (!recordPresence(walk, a, b)) yield* compareWhole(walk, a, b);
    walk.path.pop();
  }
}

/** The names of the fields that either side has, one at a time, because a map may be very large. */
function* comparedFields(
  node: Parameters<typeof childType>[0],
  left: JsonMap | undefined,
  right: JsonMap | undefined,
): Generator<string, void> {
  for (const name in left) if (left[name] !== undefined || right?.[name] !== undefined) yield name;
  for (const name in right) if (right[name] !== undefined && left?.[name] === undefined) yield name;
  // A struct that is added or removed as a whole includes the fields that exist without any client writing them.
  if (node.kind !== "struct" || (left !== undefined && right !== undefined)) return;
  const present = left ?? right;
  for (const { name } of impliedFields(node)) if (present?.[name] === undefined) yield name;
}

/** The value as it would be in the reference's struct. */
function readField(node: Parameters<typeof childType>[0], map: JsonMap | undefined, name: string): unknown {
  const value = map?.[name];
  const field = node.kind === "struct" ? node.byName.get(name) : undefined;
  if (field === undefined) return value;
  if (value === undefined || (value === null && !field.keep && followsStruct(field))) return impliedValue(field);
  return isDropped(field, value) ? undefined : value;
}

function* compareItems(walk: Walk, node: ListNode, left: readonly unknown[], right: readonly unknown[]): Steps<void> {
  // Lists are usually equal, and comparing them costs less than identifying their items.
  if (left.length === right.length && (yield* equalInSteps(left, right))) return;
  const before = yield* groupItems(node, left);
  const after = yield* groupItems(node, right);
  for (const [element, items] of before) {
    if (isTurnDue()) yield;
    yield* compareItem(walk, node, element, items, after.get(element) ?? []);
  }
  for (const [element, items] of after) {
    if (isTurnDue()) yield;
    if (!before.has(element)) yield* compareItem(walk, node, element, [], items);
  }
}

function* groupItems(node: ListNode, items: readonly unknown[]): Steps<Map<PathElementText, unknown[]>> {
  const groups = new Map<PathElementText, unknown[]>();
  for (const item of items) {
    if (isTurnDue()) yield;
    const identity = itemElement(node, item);
    if (!("element" in identity)) continue;
    const group = groups.get(identity.element);
    if (group === undefined) groups.set(identity.element, [item]);
    else group.push(item);
  }
  return groups;
}

function* compareItem(
  walk: Walk,
  node: ListNode,
  element: PathElementText,
  before: readonly unknown[],
  after: readonly unknown[],
): Steps<void> {
  walk.path.push(element);
  if (before.length <= 1 && after.length <= 1) {
    yield* compareValues(walk, node.items, before[0], after[0]);
  } else if (before.length > 1 && after.length > 1) {
    if (!(yield* equalInSteps(before, after))) insertPath(walk.modified, walk.path);
  } else if (before.length > 1) {
    if (after.length > 0) yield* compareValues(walk, node.items, undefined, after[0]);
    insertPath(walk.removed, walk.path);
  } else {
    if (before.length > 0) yield* compareValues(walk, node.items, before[0], undefined);
    insertPath(walk.added, walk.path);
  }
  walk.path.pop();
}
