/** Pruning: drops the parts of a custom resource that its schema does not specify. */

import { setMember } from "../../../shared/json/setMember.ts";
import type { StructNode, TypeNode } from "../../../shared/schema/typeNode.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { type FieldPath, pathText } from "./fieldPath.ts";

type JsonRecord = Record<string, unknown>;

export interface PruneOptions {
  /**
   * The type of `metadata` in every object with its own apiVersion and kind; when omitted, metadata is kept completely.
   */
  readonly objectMeta?: StructNode;
}

export interface Pruned {
  readonly value: unknown;
  /**
   * Messages such as `unknown field "spec.foo"`, without repetition: sorted by path, followed by those inside of
   * metadata. At most a thousand of each.
   */
  readonly unknown: string[];
}

/** Paths of dropped fields. */
interface Dropped {
  readonly bySchema: Set<string>;
  /** Objects inside of values, whose metadata no schema describes. */
  readonly inMetadata: Set<string>;
}

/** Maximum number of recorded paths: far more than are ever reported, and few enough to sort. */
const MAX_PATHS = 1000;

/** The position of the walk. It is only rendered to text when something is dropped. */
type Place = (string | number)[];

function note(paths: Set<string>, place: FieldPath, key: string): void {
  if (paths.size < MAX_PATHS) paths.add(pathText([...place, key]));
}

/** The fields that an embedded resource has in addition to its schema. */
const EMBEDDED = new Set(["apiVersion", "kind", "metadata"]);

/**
 * A copy without the fields that the type does not have. Where unknown fields are preserved, known ones inside are
 * still pruned. Values of the wrong type are left to validation.
 *
 * @example atOnce(pruneInSteps(node, { spec: { size: 1, nope: 2 } })).unknown // ['unknown field "spec.nope"']
 */
export function* pruneInSteps(node: TypeNode, value: unknown, options: PruneOptions = {}): Steps<Pruned> {
  const dropped: Dropped = { bySchema: new Set(), inMetadata: new Set() };
  const result = yield* visit(node, value, [], dropped, options);
  const paths = [...[...dropped.bySchema].sort(), ...[...dropped.inMetadata].sort()];
  return { value: result, unknown: paths.map((path) => `unknown field ${JSON.stringify(path)}`) };
}

function* visit(node: TypeNode, value: unknown, place: Place, dropped: Dropped, options: PruneOptions): Steps<unknown> {
  if (typeof value !== "object" || value === null) return value;
  if (node.kind === "any" && node.undescribed) return emptied(value, place, dropped);
  if (Array.isArray(value)) {
    if (node.kind !== "list") return value;
    const items = node.preserveUnknown ? preserving(node.items) : node.items;
    const kept: unknown[] = [];
    for (const [i, item] of value.entries()) {
      if (isTurnDue()) yield;
      kept.push(yield* within(place, i, items, item, dropped, options));
    }
    return kept;
  }
  const members = value as JsonRecord;
  const kept: JsonRecord = {};
  if (node.kind !== "map" && node.kind !== "struct") return value;
  for (const key of Object.keys(members)) {
    if (isTurnDue()) yield;
    const item = members[key];
    const type = node.kind === "map" ? node.values : fieldType(node, key, options);
    if (type !== undefined) {
      const below = type === options.objectMeta ? { ...dropped, bySchema: dropped.inMetadata } : dropped;
      setMember(kept, key, yield* within(place, key, type, item, below, options));
    } else if (node.kind === "struct" && (node.preserveUnknown || (node.embeddedResource && EMBEDDED.has(key)))) {
      setMember(kept, key, item);
    } else {
      note(dropped.bySchema, place, key);
    }
  }
  return kept;
}

/** Values without members: there is nothing to drop in them. */
const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;

/** A list that preserves unknown fields applies this to its items. */
const preserving = (node: TypeNode): TypeNode =>
  node.kind === "struct" || node.kind === "list" ? { ...node, preserveUnknown: true } : node;

/** Visits one member or item, with the position of the walk updated. */
function* within(
  place: Place,
  step: string | number,
  node: TypeNode,
  value: unknown,
  dropped: Dropped,
  options: PruneOptions,
): Steps<unknown> {
  if (isScalar(value)) return value;
  place.push(step);
  const result = yield* visit(node, value, place, dropped, options);
  place.pop();
  return result;
}

function emptied(value: object, place: Place, dropped: Dropped): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, i) => {
      if (typeof item !== "object" || item === null) return item;
      place.push(i);
      const result = emptied(item, place, dropped);
      place.pop();
      return result;
    });
  }
  for (const key of Object.keys(value)) note(dropped.bySchema, place, key);
  return {};
}

/** The schema may not describe the metadata of an embedded resource: its type is always the same. */
function fieldType(node: StructNode, key: string, options: PruneOptions): TypeNode | undefined {
  if (node.embeddedResource && key === "metadata" && options.objectMeta !== undefined) return options.objectMeta;
  return node.byName.get(key)?.type;
}
