/** Columns and field selectors of custom resources, by the paths in their definition. */

import { parseJsonPath, simplePath, valueAt } from "../../../../shared/json/jsonPath.ts";
import { stringifyJson } from "../../../../shared/json/stringifyJson.ts";
import type { ApiObject, Json } from "../../../../shared/object.ts";
import { ageText } from "../../registry/columns/age.ts";
import { ageColumn, nameColumn } from "../../registry/columns/table.ts";
import type { Column } from "../../registry/definition.ts";

/** `spec.versions[*].additionalPrinterColumns[*]`. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

/** The name, then the columns of the definition or, when it has none, the age. */
export function customColumns(columns: readonly PrinterColumn[] | undefined): readonly Column[] {
  if (columns === undefined || columns.length === 0) return [nameColumn, { ...ageColumn, type: "date" }];
  return [nameColumn, ...columns.map(customColumn)];
}

function customColumn({ name, type, format, description, priority, jsonPath }: PrinterColumn): Column {
  const find = parseJsonPath(jsonPath) ?? (() => []);
  const text = description === undefined || description === "" ? undefined : description;
  return {
    name,
    type: type as Column["type"],
    description: text ?? `Custom resource definition column (in JSONPath format): ${jsonPath}`,
    ...(format === undefined ? {} : { format }),
    ...(priority === undefined || priority === 0 ? {} : { priority }),
    cell(object, now) {
      const [value] = find(object);
      if (value === null && type === "string") return "<no value>";
      return value === undefined || value === null ? null : cellOf(type, value, now);
    },
  };
}

/** The value in the column type's format; null when the value has another type. */
function cellOf(type: string, value: unknown, now: number): Json {
  switch (type) {
    case "integer":
      return typeof value === "number" ? Math.trunc(value) : typeof value === "bigint" ? value : null;
    case "number":
      return typeof value === "number" || typeof value === "bigint" ? value : null;
    case "boolean":
      return typeof value === "boolean" ? value : null;
    case "date":
      return typeof value === "string" ? dateText(value, now) : null;
    default:
      return typeof value === "string" ? value : stringifyJson(value);
  }
}

const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}([.,]\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** The age of a timestamp; an invalid one is shown as such, and an empty text counts as absent. */
function dateText(text: string, now: number): string {
  if (text !== "" && (!RFC_3339.test(text) || Number.isNaN(Date.parse(text.replace(",", "."))))) return "<invalid>";
  return ageText(text === "" ? undefined : text.replace(",", "."), now);
}

/** Functions that read the selectable fields; absent values are empty text. */
export function selectableFields(
  fields: readonly { readonly jsonPath: string }[] | undefined,
): Readonly<Record<string, (object: ApiObject) => string>> {
  return Object.fromEntries(
    (fields ?? []).map(({ jsonPath }) => {
      const path = simplePath(jsonPath) ?? [];
      return [
        path.join("."),
        (object: ApiObject) => {
          const value = valueAt(object, path);
          return value === undefined || value === null || typeof value === "object" ? "" : String(value);
        },
      ];
    }),
  );
}
