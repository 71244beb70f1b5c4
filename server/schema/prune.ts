/** Pruning: drops from a custom resource what its schema does not specify. */
import type { StructNode, TypeNode } from "../../shared/schema/typeNode.ts";
import { type FieldPath, pathText } from "./fieldPath.ts";

type JsonRecord = Record<string, unknown>;

export interface PruneOptions {
  /** The type of `metadata` wherever an object with its own apiVersion and kind stands; kept whole when omitted. */
  readonly objectMeta?: StructNode;
}

export interface Pruned {
  readonly value: unknown;
  /**
   * Messages such as `unknown field "spec.foo"`, without repetition: in order of the paths, those about metadata inside
   * last. No more than a thousand of each.
   */
  readonly unknown: string[];
}

/** Paths of what was dropped. */
interface Dropped {
  readonly bySchema: Set<string>;
  /** Of objects inside: no schema says what their metadata is like. */
  readonly inMetadata: Set<string>;
}

/** So many paths are written down: far more than are ever told, and few enough to sort. */
const MAX_PATHS = 1000;

/** Where the walk stands. A path is written down only where something is dropped. */
type Place = (string | number)[];

function note(paths: Set<string>, place: FieldPath, key: string): void {
  if (paths.size < MAX_PATHS) paths.add(pathText([...place, key]));
}

/** What an embedded resource has besides its schema. */
const EMBEDDED = new Set(["apiVersion", "kind", "metadata"]);

/**
 * A copy without the fields that the type does not know. Where unknown fields are preserved, the known ones are still
 * pruned inside. Values of the wrong type are left to validation.
 *
 * @example prune(node, { spec: { size: 1, nope: 2 } }).unknown // ['unknown field "spec.nope"']
 */
export function prune(node: TypeNode, value: unknown, options: PruneOptions = {}): Pruned {
  const dropped: Dropped = { bySchema: new Set(), inMetadata: new Set() };
  const result = visit(node, value, [], dropped, options);
  const paths = [...[...dropped.bySchema].sort(), ...[...dropped.inMetadata].sort()];
  return { value: result, unknown: paths.map((path) => `unknown field ${JSON.stringify(path)}`) };
}

function visit(node: TypeNode, value: unknown, place: Place, dropped: Dropped, options: PruneOptions): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (node.kind === "any" && node.undescribed) return emptied(value, place, dropped);
  if (Array.isArray(value)) {
    if (node.kind !== "list") return value;
    const items = node.preserveUnknown ? preserving(node.items) : node.items;
    return value.map((item: unknown, i) => within(place, i, () => visit(items, item, place, dropped, options)));
  }
  const entries = Object.entries(value as JsonRecord);
  if (node.kind === "map") {
    return Object.fromEntries(
      entries.map(([key, item]) => [key, within(place, key, () => visit(node.values, item, place, dropped, options))]),
    );
  }
  if (node.kind !== "struct") return value;
  const kept: [string, unknown][] = [];
  for (const [key, item] of entries) {
    const type = fieldType(node, key, options);
    const below = type === options.objectMeta ? { ...dropped, bySchema: dropped.inMetadata } : dropped;
    if (type !== undefined) kept.push([key, within(place, key, () => visit(type, item, place, below, options))]);
    else if (node.preserveUnknown || (node.embeddedResource && EMBEDDED.has(key))) kept.push([key, item]);
    else note(dropped.bySchema, place, key);
  }
  return Object.fromEntries(kept);
}

/** A list that preserves does so on behalf of its items. */
const preserving = (node: TypeNode): TypeNode =>
  node.kind === "struct" || node.kind === "list" ? { ...node, preserveUnknown: true } : node;

/** Runs what looks at one member or item, standing there. */
function within<T>(place: Place, step: string | number, look: () => T): T {
  place.push(step);
  const result = look();
  place.pop();
  return result;
}

function emptied(value: object, place: Place, dropped: Dropped): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, i) =>
      typeof item === "object" && item !== null ? within(place, i, () => emptied(item, place, dropped)) : item,
    );
  }
  for (const key of Object.keys(value)) note(dropped.bySchema, place, key);
  return {};
}

/** The schema may say little of the metadata of an embedded resource: its type is always the same. */
function fieldType(node: StructNode, key: string, options: PruneOptions): TypeNode | undefined {
  if (node.embeddedResource && key === "metadata" && options.objectMeta !== undefined) return options.objectMeta;
  return node.byName.get(key)?.type;
}
