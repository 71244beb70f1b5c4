import type { ApiObject, Json } from "../../../shared/object.ts";
import { badRequest } from "../../../shared/status.ts";
import { each, immediately, type Steps } from "../../../shared/steps.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
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

/** What a Table is made from: the columns of a kind and the conditions of its rows. */
export interface TableSource {
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly format?: string;
    readonly description: string;
    readonly priority?: number;
    cell(object: ApiObject, now: number): Json;
  }[];
  rowConditions?(object: ApiObject): RowCondition[];
  /** Order of the rows, when it is not that of the list. */
  rowOrder?(a: ApiObject, b: ApiObject): number;
}

interface RowCondition {
  type: string;
  status: string;
  reason: string;
  message: string;
}

export interface TableOptions {
  /** Without objects there is no list of rows at all: what the reference does for kinds without a printer of their own. */
  readonly nullWhenEmpty?: boolean;
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
  conditions?: RowCondition[];
  object: ApiObject | null;
}

/** Objects as a Table by the columns of their definition. `metadata` is the list's. */
export const toTable = immediately(tableInSteps);

/** The same in steps, for lists. */
export function* tableInSteps(
  definition: TableSource,
  objects: Iterable<ApiObject>,
  metadata: object,
  options: TableOptions,
): Steps<Record<string, unknown>> {
  const { rowOrder } = definition;
  const ordered = rowOrder === undefined ? objects : [...objects].sort(rowOrder);
  const rows = yield* each(ordered, (object) => toRow(definition, object, options));
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
    rows: rows.length === 0 && options.nullWhenEmpty === true ? null : rows,
  };
}

function toRow(definition: TableSource, object: ApiObject, options: TableOptions): Row {
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
