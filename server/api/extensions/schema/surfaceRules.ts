/** Validates columns, the paths of a scale, and selectable fields of a definition. */

import { child, duplicate, type FieldError, index, invalid, required, tooMany } from "../../../../shared/fieldError.ts";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { PrinterColumn } from "../custom/customColumns.ts";
import type { ScalePaths } from "../custom/customScale.ts";
import { additionalSchema, type JsonSchema } from "./jsonSchema.ts";

const COLUMN_TYPES = ["boolean", "date", "integer", "number", "string"];
const COLUMN_FORMATS = ["byte", "date", "date-time", "double", "float", "int32", "int64", "password"];
const MAX_SELECTABLE = 8;
const NOT_SIMPLE = "must be a simple json path starting with .";

/** Field errors of one additional column. */
export function validateColumn(column: Partial<PrinterColumn>, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { name = "", type = "", format = "", jsonPath = "" } = column;
  if (name === "") errors.push(required(child(path, "name")));
  if (type === "") errors.push(required(child(path, "type"), `must be one of ${COLUMN_TYPES.join(",")}`));
  else if (!COLUMN_TYPES.includes(type)) {
    errors.push(invalid(child(path, "type"), type, `must be one of ${COLUMN_TYPES.join(",")}`));
  }
  if (format !== "" && !COLUMN_FORMATS.includes(format)) {
    errors.push(invalid(child(path, "format"), format, `must be one of ${COLUMN_FORMATS.join(",")}`));
  }
  if (jsonPath === "") errors.push(required(child(path, "JSONPath")));
  else if (!jsonPath.startsWith(".")) errors.push(invalid(child(path, "JSONPath"), jsonPath, NOT_SIMPLE));
  return errors;
}

/** Field errors of the paths of a scale sub-resource. */
export function validateScalePaths(scale: Partial<ScalePaths>, path: string): FieldError[] {
  const check = (member: keyof ScalePaths, roots: readonly string[], detail: string): FieldError[] => {
    const value = scale[member] ?? "";
    const at = child(path, member);
    if (value === "") return member === "labelSelectorPath" ? [] : [required(at)];
    if (!value.startsWith(".")) return [invalid(at, value, NOT_SIMPLE)];
    return roots.some((root) => value.startsWith(root)) ? [] : [invalid(at, value, detail)];
  };
  return [
    ...check("specReplicasPath", [".spec."], "should be a json path under .spec"),
    ...check("statusReplicasPath", [".status."], "should be a json path under .status"),
    ...check("labelSelectorPath", [".spec.", ".status."], "should be a json path under either .spec or .status"),
  ];
}

/** Field errors of the selectable fields. */
export function validateSelectable(
  fields: readonly { readonly jsonPath?: string }[],
  schema: JsonSchema | undefined,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [i, { jsonPath = "" }] of fields.entries()) {
    const at = child(index(path, i), "jsonPath");
    if (jsonPath === "") {
      errors.push(required(at));
      continue;
    }
    const found = selectableAt(schema, jsonPath);
    if (typeof found === "string") {
      errors.push(invalid(at, jsonPath, `is an invalid path: ${found}`));
      continue;
    }
    if (jsonPath.startsWith(".metadata.") || jsonPath === ".metadata") {
      errors.push(invalid(at, jsonPath, "must not point to fields in metadata"));
    }
    if (!SELECTABLE.has(found.type ?? "")) errors.push(invalid(at, jsonPath, NOT_SELECTABLE));
    if (seen.has(jsonPath)) errors.push(duplicate(at, jsonPath));
    seen.add(jsonPath);
  }
  if (seen.size > MAX_SELECTABLE) errors.push(tooMany(path, seen.size, MAX_SELECTABLE));
  return errors;
}

const SELECTABLE: ReadonlySet<string> = new Set(["string", "boolean", "integer"]);
const NOT_SELECTABLE =
  "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.";

/** The schema at a path of fields, or why there is none. */
function selectableAt(schema: JsonSchema | undefined, path: string): JsonSchema | string {
  let at = schema ?? {};
  const tokens = path.match(/[.[\]]|[^.[\]]+/g) ?? [];
  for (let i = 0; i < tokens.length; i += 2) {
    const [step = "", name] = tokens.slice(i);
    if (step === "[") return "array notation is not allowed";
    if (step !== ".") return `expected [ or . but got: ${step}`;
    if (name === undefined) return "unexpected end of JSON path";
    const { properties = {} } = at;
    const next = !isEmptyMap(properties) ? properties[name] : additionalSchema(at);
    if (next === undefined) return "does not refer to a valid field";
    at = next;
  }
  return at;
}
