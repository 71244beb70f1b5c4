import { parseJson } from "../../../../shared/json/parseJson.ts";
import { jsonTypeName } from "../../../model/apply/goFormat.ts";
import { describeJsonError } from "../../../model/encoding/jsonSyntaxError.ts";

/** The records in an annotation's JSON, or why it cannot be read. */
export type AnnotationRecords = { readonly items: readonly object[] } | { readonly problem: string };

/**
 * Reads a list of records from an annotation's JSON.
 * @param type of the records, as messages name it
 */
export function recordsIn(text: string, type: string): AnnotationRecords {
  const value = valueIn(text);
  if ("problem" in value) return value;
  if (value.json === null) return { items: [] };
  if (!Array.isArray(value.json)) return misfit(value.json, `[]${type}`);
  const items: object[] = [];
  for (const item of value.json as readonly unknown[]) {
    if (item !== null && (typeof item !== "object" || Array.isArray(item))) return misfit(item, type);
    items.push(item ?? {});
  }
  return { items };
}

/** The same for a single record. */
export function recordIn(text: string, type: string): { readonly item: object } | { readonly problem: string } {
  const value = valueIn(text);
  if ("problem" in value) return value;
  if (value.json === null) return { item: {} };
  return typeof value.json === "object" && !Array.isArray(value.json) ? { item: value.json } : misfit(value.json, type);
}

function valueIn(text: string): { readonly json: unknown } | { readonly problem: string } {
  try {
    return { json: parseJson(text) };
  } catch {
    return { problem: describeJsonError(text) };
  }
}

const misfit = (value: unknown, type: string): { readonly problem: string } => ({
  problem: `json: cannot unmarshal ${jsonTypeName(value)} into Go value of type ${type}`,
});
