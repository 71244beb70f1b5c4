import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import type { SchemaWriter } from "../../../model/schema/openapi/typeSchema.ts";
import type { Parameter } from "./operation.ts";

const query = (name: string, type: Parameter["type"], description: string): Parameter => ({
  name,
  in: "query",
  description,
  type,
});

export const pretty = query("pretty", "string", "'true' asks for indented output.");

const dryRun = query(
  "dryRun",
  "string",
  "'All' runs every stage of the request without storing the result; any other value is an error.",
);

const deletion: readonly Parameter[] = [
  dryRun,
  query("gracePeriodSeconds", "integer", "Seconds before the object goes; 0 removes it at once. Not negative."),
  query(
    "ignoreStoreReadErrorWithClusterBreakingPotential",
    "boolean",
    "Removes an object that can no longer be read from the store, without finalizers or preconditions. Unsafe.",
  ),
  query("orphanDependents", "boolean", "Deprecated, use propagationPolicy. True keeps the dependent objects."),
  query(
    "propagationPolicy",
    "string",
    "What becomes of dependent objects: 'Orphan' keeps them, 'Background' removes them later, 'Foreground' before.",
  ),
];

/** How a collection is read, without what only watches use. */
const selection: readonly Parameter[] = [
  query("labelSelector", "string", "Only objects whose labels match; everything when empty."),
  query("fieldSelector", "string", "Only objects whose fields match; everything when empty."),
  query("resourceVersion", "string", "Which state of the collection may be shown. Unset means the most recent one."),
  query("resourceVersionMatch", "string", "How resourceVersion binds a list: 'Exact' or 'NotOlderThan'."),
  query("timeoutSeconds", "integer", "Ends the list or watch after that many seconds."),
  query("limit", "integer", "At most that many objects in the answer; more are behind its continue token."),
  query("continue", "string", "Token of the preceding answer: shows the objects that follow, in the same state."),
  query(
    "sendInitialEvents",
    "boolean",
    "A watch begins with the objects there are, then a bookmark; needs resourceVersionMatch 'NotOlderThan'.",
  ),
];

const reading: readonly Parameter[] = [
  ...selection,
  query("watch", "boolean", "Streams changes as events instead of listing objects."),
  query("allowWatchBookmarks", "boolean", "A watch may also send BOOKMARK events that only carry a resourceVersion."),
];

const writing: readonly Parameter[] = [
  dryRun,
  query(
    "fieldManager",
    "string",
    "Name under which the change is recorded in managedFields: at most 128 printable characters.",
  ),
  query(
    "fieldValidation",
    "string",
    "What happens to unknown and duplicate fields: 'Ignore' drops them, 'Warn' warns of them, 'Strict' refuses them.",
  ),
];

/** Query parameters by kind of operation; `pretty` is on all of them. */
export const parameterSets = {
  read: [pretty],
  list: [...reading, pretty],
  create: [...writing, pretty],
  update: [...writing, pretty],
  patch: [
    ...writing,
    query("force", "boolean", "An apply takes fields over from other managers. Only for apply patches."),
    pretty,
  ],
  delete: [...deletion, pretty],
  deleteCollection: [...deletion, ...selection, pretty],
} as const satisfies Record<string, readonly Parameter[]>;

export const namespaceParameter: Parameter = {
  name: "namespace",
  in: "path",
  description: "namespace of the objects",
  type: "string",
};

/** The path parameter that names an object. */
export const nameParameter = (kind: string): Parameter => ({
  name: "name",
  in: "path",
  description: `name of the ${kind}`,
  type: "string",
});

export const restOfPathParameter: Parameter = {
  name: "path",
  in: "path",
  description: "path to the resource",
  type: "string",
};

const QUERY_TYPES: Readonly<Record<string, Parameter["type"]>> = {
  string: "string",
  bool: "boolean",
  int32: "integer",
  int64: "integer",
};

/** Options of a streaming sub-resource travel in the query: one parameter per plain field (lists repeat theirs). */
export function optionParameters(writer: Pick<SchemaWriter, "describe">, node: StructNode): Parameter[] {
  const found: Parameter[] = [];
  for (const field of node.byName.values()) {
    if (field.tag === undefined) continue;
    const type = field.type.kind === "list" ? field.type.items : field.type;
    const queryType = type.kind === "scalar" ? QUERY_TYPES[type.scalar] : undefined;
    if (queryType === undefined) continue;
    found.push(query(field.name, queryType, writer.describe(node.name ?? "", field.name) ?? ""));
  }
  return found;
}
