import type { FieldPath, PathElementText } from "./pathElement.ts";
import { fieldElement } from "./pathElement.ts";

/**
 * A set of field paths, such as a manager owns in `metadata.managedFields`. A tree keyed by path element: a node is in
 * the set if it is a `member`, and may have paths below it. Sets are immutable once returned; operations share
 * unchanged parts.
 */
export type FieldSet = ReadonlyMap<PathElementText, FieldNode>;

export interface FieldNode {
  /** Whether the path that ends here is in the set. */
  readonly member: boolean;
  /** Paths below; never empty when present. */
  readonly children?: FieldSet;
}

/** A set under construction: only the function that created it may change it, and only before returning it. */
export type FieldSetBuilder = Map<PathElementText, FieldNodeBuilder>;

export interface FieldNodeBuilder {
  member: boolean;
  children?: FieldSetBuilder;
}

export const EMPTY_FIELD_SET: FieldSet = new Map();

/** A node for a path in the set without paths below it. */
export const LEAF: FieldNode = { member: true };

/** The number of nodes of a set. If it exceeds `most`, stops counting and returns any larger number. */
export function nodeCount(set: FieldSet, most: number): number {
  let count = set.size;
  for (const { children } of set.values()) {
    if (count > most) break;
    if (children !== undefined) count += nodeCount(children, most - count);
  }
  return count;
}

/** A set of paths. */
export function fieldSetOf(paths: Iterable<FieldPath>): FieldSet {
  const builder: FieldSetBuilder = new Map();
  for (const path of paths) insertPath(builder, path);
  return builder;
}

/**
 * A set of paths made of plain field names.
 *
 * @example fieldSetOfNames([["status"], ["metadata", "labels"]])
 */
export function fieldSetOfNames(paths: Iterable<readonly string[]>): FieldSet {
  return fieldSetOf([...paths].map((path) => path.map(fieldElement)));
}

/** Adds a path to a set under construction. The empty path adds nothing. */
export function insertPath(builder: FieldSetBuilder, path: FieldPath, length = path.length): void {
  let level = builder;
  for (let i = 0; i < length; i++) {
    const element = path[i] as PathElementText;
    let node = level.get(element);
    if (node === undefined) {
      node = { member: false };
      level.set(element, node);
    }
    if (i === length - 1) {
      node.member = true;
      return;
    }
    node.children ??= new Map();
    level = node.children;
  }
}

/** Whether exactly this path is in the set (paths above or below it do not matter). */
export function hasPath(set: FieldSet, path: FieldPath): boolean {
  let level: FieldSet | undefined = set;
  for (let i = 0; i < path.length; i++) {
    const node: FieldNode | undefined = level?.get(path[i] as PathElementText);
    if (node === undefined) return false;
    if (i === path.length - 1) return node.member;
    level = node.children;
  }
  return false;
}

export const isEmptySet = (set: FieldSet): boolean => set.size === 0;
