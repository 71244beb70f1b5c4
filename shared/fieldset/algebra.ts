import { isTurnDue, type Steps } from "../steps.ts";
import type { FieldNode, FieldNodeBuilder, FieldSet, FieldSetBuilder } from "./fieldSet.ts";
import { EMPTY_FIELD_SET, LEAF } from "./fieldSet.ts";
import type { PathElementText } from "./pathElement.ts";

/** All operations run in steps. Where the smaller operand determines the result, the cost depends only on its size. */

type Level = Map<PathElementText, FieldNode>;

const childrenOf = (node: FieldNode | undefined): FieldSet => node?.children ?? EMPTY_FIELD_SET;

/** A node with these parts; `undefined` when it would be empty. Returns `like` itself if it is equal. */
function nodeWith(like: FieldNode, member: boolean, children: FieldSet): FieldNode | undefined {
  if (children.size === 0) return member ? (like.member && like.children === undefined ? like : LEAF) : undefined;
  return like.member === member && like.children === children ? like : { member, children };
}

/**
 * Sets a node in a copy of `set` that is made on the first change, so that an operation without effect returns its
 * operand.
 */
function put(set: FieldSet, copy: Level | undefined, element: PathElementText, node: FieldNode | undefined): Level {
  const level = copy ?? new Map(set);
  if (node === undefined) level.delete(element);
  else level.set(element, node);
  return level;
}

/** Paths that are in either set. */
export function* union(a: FieldSet, b: FieldSet): Steps<FieldSet> {
  if (a === b || b.size === 0) return a;
  if (a.size === 0) return b;
  let copy: Level | undefined;
  for (const [element, right] of b) {
    if (isTurnDue()) yield;
    const left = a.get(element);
    if (left === right) continue;
    if (left === undefined) {
      copy = put(a, copy, element, right);
      continue;
    }
    const both = left.children !== undefined && right.children !== undefined;
    const children = both
      ? yield* union(childrenOf(left), childrenOf(right))
      : childrenOf(left.children ? left : right);
    const node = nodeWith(left, left.member || right.member, children);
    if (node !== left) copy = put(a, copy, element, node);
  }
  return copy ?? a;
}

/** Paths in any of the sets. */
export function* unionOf(sets: readonly FieldSet[]): Steps<FieldSet> {
  const [first = EMPTY_FIELD_SET] = sets;
  if (sets.length < 2) return first;
  const result: FieldSetBuilder = new Map();
  for (const set of sets) yield* addTo(result, set);
  return result;
}

function* addTo(builder: FieldSetBuilder, set: FieldSet): Steps<void> {
  for (const [element, { member, children }] of set) {
    if (isTurnDue()) yield;
    let node: FieldNodeBuilder | undefined = builder.get(element);
    if (node === undefined) {
      node = { member };
      builder.set(element, node);
    } else if (member) node.member = true;
    if (children === undefined) continue;
    node.children ??= new Map();
    yield* addTo(node.children, children);
  }
}

/** Paths of `a` that are also in `b`. */
export function* intersection(a: FieldSet, b: FieldSet): Steps<FieldSet> {
  if (a === b) return a;
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  const level: Level = new Map();
  for (const [element, left] of small) {
    if (isTurnDue()) yield;
    const right = large.get(element);
    if (right === undefined) continue;
    const both = left.children !== undefined && right.children !== undefined;
    const children = both ? yield* intersection(childrenOf(left), childrenOf(right)) : EMPTY_FIELD_SET;
    const node = nodeWith(left, left.member && right.member, children);
    if (node !== undefined) level.set(element, node);
  }
  return level.size === 0 ? EMPTY_FIELD_SET : level;
}

/** Paths of `a` that are not in `b`. A path of `b` removes only itself, not the paths below it. */
export function* difference(a: FieldSet, b: FieldSet): Steps<FieldSet> {
  if (a.size === 0 || b.size === 0) return a;
  if (a === b) return EMPTY_FIELD_SET;
  let copy: Level | undefined;
  for (const element of (a.size < b.size ? a : b).keys()) {
    if (isTurnDue()) yield;
    const left = a.get(element);
    const right = b.get(element);
    if (left === undefined || right === undefined) continue;
    const both = left.children !== undefined && right.children !== undefined;
    const children = both ? yield* difference(childrenOf(left), childrenOf(right)) : childrenOf(left);
    const node = nodeWith(left, left.member && !right.member, children);
    if (node !== left) copy = put(a, copy, element, node);
  }
  return copy ?? a;
}

/** Paths of `a` that are neither in `b` nor below a path of `b`. */
export function* recursiveDifference(a: FieldSet, b: FieldSet): Steps<FieldSet> {
  if (a.size === 0 || b.size === 0) return a;
  let copy: Level | undefined;
  for (const element of (a.size < b.size ? a : b).keys()) {
    if (isTurnDue()) yield;
    const left = a.get(element);
    const right = b.get(element);
    if (left === undefined || right === undefined) continue;
    const node = right.member
      ? undefined
      : nodeWith(left, left.member, yield* recursiveDifference(childrenOf(left), childrenOf(right)));
    if (node !== left) copy = put(a, copy, element, node);
  }
  return copy ?? a;
}

/** Paths of `a` that are in `b` or below a path of `b`. */
export function* recursiveIntersection(a: FieldSet, b: FieldSet): Steps<FieldSet> {
  const level: Level = new Map();
  for (const element of (a.size < b.size ? a : b).keys()) {
    if (isTurnDue()) yield;
    const left = a.get(element);
    const right = b.get(element);
    if (left === undefined || right === undefined) continue;
    const node = right.member
      ? left
      : nodeWith(left, false, yield* recursiveIntersection(childrenOf(left), childrenOf(right)));
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
