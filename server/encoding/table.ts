import type { ApiObject, Json } from "../../shared/object.ts";
import { badRequest } from "../../shared/status.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { createdAtColumn } from "../resources/columns/cells.ts";
import type { ResourceDefinition } from "../resources/definition.ts";
import { toPartialMetadata } from "./partialMetadata.ts";

/** Which part of the object each row of a Table carries. */
export type IncludeObject = "None" | "Metadata" | "Object";

/** @throws ApiError 400 on an unknown value */
export function parseIncludeObject(value: string | null): IncludeObject {
  if (value === null || value === "") return "Metadata";
  if (value === "None" || value === "Metadata" || value === "Object") return value;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

export interface TableOptions {
  readonly vocabulary: Vocabulary;
  readonly version: "v1" | "v1beta1";
  readonly includeObject: IncludeObject;
  /** Column headers are left out (every watch event after the first). */
  readonly noHeaders?: boolean;
  /** Milliseconds since the epoch, for ages. */
  readonly now: number;
}

interface Row {
  cells: Json[];
  conditions?: { type: string; status: string; reason: string; message: string }[];
  object: ApiObject | null;
}

/** Objects as a Table by the columns of their definition. `metadata` is the list's. */
export function toTable(
  definition: Pick<ResourceDefinition, "columns" | "rowConditions">,
  objects: Iterable<ApiObject>,
  metadata: object,
  options: TableOptions,
): Record<string, unknown> {
  const rows: Row[] = [];
  for (const object of objects) rows.push(toRow(definition, object, options));
  return {
    kind: "Table",
    apiVersion: `${options.vocabulary.metaGroup}/${options.version}`,
    metadata,
    columnDefinitions:
      options.noHeaders === true
        ? null
        : definition.columns.map(({ name, type, format, description, priority }) => ({
            name,
            type,
            format: format ?? "",
            description: options.vocabulary.render(description),
            priority: priority ?? 0,
          })),
    // Kinds without a printer of their own answer no list at all when there is nothing to show.
    rows: rows.length === 0 && definition.columns.includes(createdAtColumn) ? null : rows,
  };
}

function toRow(
  definition: Pick<ResourceDefinition, "columns" | "rowConditions">,
  object: ApiObject,
  options: TableOptions,
): Row {
  const conditions = definition.rowConditions?.(object) ?? [];
  return {
    cells: definition.columns.map((column) => column.cell(object, options.now)),
    ...(conditions.length > 0 ? { conditions } : {}),
    object:
      options.includeObject === "None"
        ? null
        : options.includeObject === "Object"
          ? object
          : toPartialMetadata(object, options.vocabulary, options.version),
  };
}
