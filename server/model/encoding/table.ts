import type { ApiObject, Json } from "../../../shared/object.ts";
import { badRequest } from "../../../shared/status.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import { toPartialMetadata } from "./partialMetadata.ts";

/** The part of the object that each row of a Table includes. */
export type IncludeObject = "None" | "Metadata" | "Object";

/** @throws ApiError 400 on an unknown value */
export function parseIncludeObject(value: string | null): IncludeObject {
  if (value === null || value === "") return "Metadata";
  if (value === "None" || value === "Metadata" || value === "Object") return value;
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  );
}

/** The source of a Table: the columns of a kind, and the conditions of its rows. */
export interface TableSource {
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly format?: string;
    readonly description: string;
    readonly priority?: number;
    /** Rows have the cell, but the header does not have the column. */
    readonly headless?: boolean;
    cell(object: ApiObject, now: number, words: Vocabulary): Json;
  }[];
  rowConditions?(object: ApiObject): RowCondition[];
}

interface RowCondition {
  type: string;
  status: string;
  reason: string;
  message: string;
}

export interface TableOptions {
  readonly vocabulary: Vocabulary;
  readonly version: "v1" | "v1beta1";
  readonly includeObject: IncludeObject;
  /** Whether to omit column headers (for every watch event after the first). */
  readonly noHeaders?: boolean;
  /** The current time in milliseconds since the epoch, for ages. */
  readonly now: number;
}

/** A row of a Table. */
export interface Row {
  cells: Json[];
  conditions?: RowCondition[];
  object: ApiObject | null;
}

/** Converts objects to a Table by the columns of their definition. `metadata` is that of the list. */
export function toTable(
  definition: TableSource,
  objects: readonly ApiObject[],
  metadata: object,
  options: TableOptions,
): Record<string, unknown> {
  return {
    ...tableHead(definition, metadata, options),
    rows: objects.map((object) => tableRow(definition, object, options)),
  };
}

/** A Table without its rows. */
export function tableHead(
  { columns }: TableSource,
  metadata: object,
  { vocabulary, version, noHeaders }: TableOptions,
): Record<string, unknown> {
  return {
    kind: "Table",
    apiVersion: `${vocabulary.metaGroup}/${version}`,
    metadata,
    columnDefinitions:
      noHeaders === true
        ? null
        : columns
            .filter(({ headless }) => headless !== true)
            .map(({ name, type, format, description, priority }) => ({
              name,
              type,
              format: format ?? "",
              description: vocabulary.render(description),
              priority: priority ?? 0,
            })),
  };
}

/** The row of one object. */
export function tableRow(definition: TableSource, object: ApiObject, options: TableOptions): Row {
  const conditions = definition.rowConditions?.(object) ?? [];
  return {
    cells: definition.columns.map((column) => column.cell(object, options.now, options.vocabulary)),
    ...(conditions.length > 0 ? { conditions } : {}),
    object:
      options.includeObject === "None"
        ? null
        : options.includeObject === "Object"
          ? object
          : toPartialMetadata(object, options.vocabulary, options.version),
  };
}
