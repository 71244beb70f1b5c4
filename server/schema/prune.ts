/** Pruning: drops from a custom resource what its schema does not specify. */
import type { StructNode, TypeNode } from "../../shared/schema/typeNode.ts";

type JsonRecord = Record<string, unknown>;

export interface PruneOptions {
  /** The type of `metadata` wherever an object with its own apiVersion and kind stands; kept whole when omitted. */
  readonly objectMeta?: StructNode;
}

export interface Pruned {
  readonly value: unknown;
  /**
   * Messages such as `unknown field "spec.foo"`, without repetition: in order of the paths, those about metadata inside
   * last.
   */
  readonly unknown: string[];
}

/** Paths of what was dropped. */
interface Dropped {
  readonly bySchema: Set<string>;
  /** Of objects inside: no schema says what their metadata is like. */
  readonly inMetadata: Set<string>;
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
  const result = visit(node, value, "", dropped, options);
  const paths = [...[...dropped.bySchema].sort(), ...[...dropped.inMetadata].sort()];
  return { value: result, unknown: paths.map((path) => `unknown field ${JSON.stringify(path)}`) };
}

function visit(node: TypeNode, value: unknown, path: string, dropped: Dropped, options: PruneOptions): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (node.kind === "any" && node.undescribed) return emptied(value, path, dropped);
  if (Array.isArray(value)) {
    if (node.kind !== "list") return value;
    const items = node.preserveUnknown ? preserving(node.items) : node.items;
    return value.map((item: unknown, i) => visit(items, item, `${path}[${i}]`, dropped, options));
  }
  const at = (key: string): string => (path === "" ? key : `${path}.${key}`);
  const entries = Object.entries(value as JsonRecord);
  if (node.kind === "map") {
    return Object.fromEntries(entries.map(([key, item]) => [key, visit(node.values, item, at(key), dropped, options)]));
  }
  if (node.kind !== "struct") return value;
  const kept: [string, unknown][] = [];
  for (const [key, item] of entries) {
    const type = fieldType(node, key, options);
    const below = type === options.objectMeta ? { ...dropped, bySchema: dropped.inMetadata } : dropped;
    if (type !== undefined) kept.push([key, visit(type, item, at(key), below, options)]);
    else if (node.preserveUnknown || (node.embeddedResource && EMBEDDED.has(key))) kept.push([key, item]);
    else dropped.bySchema.add(at(key));
  }
  return Object.fromEntries(kept);
}

/** A list that preserves does so on behalf of its items. */
const preserving = (node: TypeNode): TypeNode =>
  node.kind === "struct" || node.kind === "list" ? { ...node, preserveUnknown: true } : node;

function emptied(value: object, path: string, dropped: Dropped): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, i) =>
      typeof item === "object" && item !== null ? emptied(item, `${path}[${i}]`, dropped) : item,
    );
  }
  for (const key of Object.keys(value)) dropped.bySchema.add(`${path}.${key}`);
  return {};
}

/** The schema may say little of the metadata of an embedded resource: its type is always the same. */
function fieldType(node: StructNode, key: string, options: PruneOptions): TypeNode | undefined {
  if (node.embeddedResource && key === "metadata" && options.objectMeta !== undefined) return options.objectMeta;
  return node.byName.get(key)?.type;
}
