/** Helpers for tests of field sets. */
import { EMPTY_FIELD_SET, type FieldSet } from "../fieldSet.ts";

/** Whether both sets hold the same paths. */
export function equalSets(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [element, left] of a) {
    const right = b.get(element);
    if (right === undefined || left.member !== right.member) return false;
    if (!equalSets(left.children ?? EMPTY_FIELD_SET, right.children ?? EMPTY_FIELD_SET)) return false;
  }
  return true;
}

/** The number of paths in a set. */
export function countPaths(set: FieldSet): number {
  let count = 0;
  for (const node of set.values()) count += (node.member ? 1 : 0) + (node.children ? countPaths(node.children) : 0);
  return count;
}
