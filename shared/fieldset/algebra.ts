import type { FieldNode, FieldSet } from "./fieldSet.ts";
import { EMPTY_FIELD_SET, LEAF } from "./fieldSet.ts";
import type { PathElementText } from "./pathElement.ts";

type Level = Map<PathElementText, FieldNode>;

const childrenOf = (node: FieldNode | undefined): FieldSet => node?.children ?? EMPTY_FIELD_SET;

/** The node with these parts, `undefined` when nothing is left; `like` is reused when it already is that node. */
function nodeWith(like: FieldNode, member: boolean, children: FieldSet): FieldNode | undefined {
  if (children.size === 0) return member ? (like.member && like.children === undefined ? like : LEAF) : undefined;
  return like.member === member && like.children === children ? like : { member, children };
}

/** Copies `set` on the first change, so that an operation without effect returns its operand. */
function put(set: FieldSet, copy: Level | undefined, element: PathElementText, node: FieldNode | undefined): Level {
  const level = copy ?? new Map(set);
  if (node === undefined) level.delete(element);
  else level.set(element, node);
  return level;
}

/** Paths in either set. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || b.size === 0) return a;
  if (a.size === 0) return b;
  let copy: Level | undefined;
  for (const [element, right] of b) {
    const left = a.get(element);
    if (left === undefined) {
      copy = put(a, copy, element, right);
      continue;
    }
    const node = nodeWith(left, left.member || right.member, union(childrenOf(left), childrenOf(right)));
    if (node !== left) copy = put(a, copy, element, node);
  }
  return copy ?? a;
}

/** Paths of `a` that are in `b` too. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a;
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  const level: Level = new Map();
  for (const [element, left] of small) {
    const right = large.get(element);
    if (right === undefined) continue;
    const node = nodeWith(left, left.member && right.member, intersection(childrenOf(left), childrenOf(right)));
    if (node !== undefined) level.set(element, node);
  }
  return level.size === 0 ? EMPTY_FIELD_SET : level;
}

/** Paths of `a` that are not in `b`. A path of `b` takes away only itself, not what is below it. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (a.size === 0 || b.size === 0) return a;
  if (a === b) return EMPTY_FIELD_SET;
  let copy: Level | undefined;
  for (const [element, right] of b) {
    const left = a.get(element);
    if (left === undefined) continue;
    const node = nodeWith(left, left.member && !right.member, difference(childrenOf(left), childrenOf(right)));
    if (node !== left) copy = put(a, copy, element, node);
  }
  return copy ?? a;
}

/** Paths of `a` that are neither in `b` nor below a path of `b`. */
export function recursiveDifference(a: FieldSet, b: FieldSet): FieldSet {
  if (a.size === 0 || b.size === 0) return a;
  let copy: Level | undefined;
  for (const [element, right] of b) {
    const left = a.get(element);
    if (left === undefined) continue;
    const node = right.member
      ? undefined
      : nodeWith(left, left.member, recursiveDifference(childrenOf(left), childrenOf(right)));
    if (node !== left) copy = put(a, copy, element, node);
  }
  return copy ?? a;
}

/** Paths of `a` that are in `b` or below a path of `b`. */
export function recursiveIntersection(a: FieldSet, b: FieldSet): FieldSet {
  const level: Level = new Map();
  for (const [element, right] of b) {
    const left = a.get(element);
    if (left === undefined) continue;
    const node = right.member
      ? left
      : nodeWith(left, false, recursiveIntersection(childrenOf(left), childrenOf(right)));
    if (node !== undefined) level.set(element, node);
  }
  return level.size === 0 ? EMPTY_FIELD_SET : level;
}

/** The paths that have no other path below them. */
export function leaves(set: FieldSet): FieldSet {
  const level: Level = new Map();
  for (const [element, node] of set) {
    if (node.children === undefined) level.set(element, node);
    else level.set(element, { member: false, children: leaves(node.children) });
  }
  return level;
}
