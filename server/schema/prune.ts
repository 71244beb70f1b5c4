/** Pruning: drops from a custom resource what its schema does not specify. */
import type { StructNode, TypeNode } from "./typeNode.ts";

type JsonRecord = Record<string, unknown>;

export interface PruneOptions {
  /** The type of `metadata` wherever an object with its own apiVersion and kind stands; kept whole when omitted. */
  readonly objectMeta?: StructNode;
}

export interface Pruned {
  readonly value: unknown;
  /** Messages such as `unknown field "spec.foo"`, sorted, without repetition. */
  readonly unknown: string[];
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
  const dropped = new Set<string>();
  const result = visit(node, value, "", dropped, options);
  return { value: result, unknown: [...dropped].sort().map((path) => `unknown field ${JSON.stringify(path)}`) };
}

function visit(node: TypeNode, value: unknown, path: string, dropped: Set<string>, options: PruneOptions): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (node.kind !== "list") return value;
    return value.map((item: unknown, i) => visit(node.items, item, `${path}[${i}]`, dropped, options));
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
    if (type !== undefined) kept.push([key, visit(type, item, at(key), dropped, options)]);
    else if (node.preserveUnknown || (node.embeddedResource && EMBEDDED.has(key))) kept.push([key, item]);
    else dropped.add(at(key));
  }
  return Object.fromEntries(kept);
}

/** The schema may say little of the metadata of an embedded resource: its type is always the same. */
function fieldType(node: StructNode, key: string, options: PruneOptions): TypeNode | undefined {
  if (node.embeddedResource && key === "metadata" && options.objectMeta !== undefined) return options.objectMeta;
  return node.byName.get(key)?.type;
}
