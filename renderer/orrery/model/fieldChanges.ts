import type { ApiObject } from "../../../shared/object.ts";
import { jsonPatchOf } from "../../editor/jsonPatch.ts";

/** One field that a write changed. */
export interface FieldChange {
  /** Path of the field: `spec.replicas`. */
  readonly path: string;
  /** The values as short texts; undefined if there is none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const LONGEST = 40;

/** The fields in which two states of an object differ, without those that change with every write. */
export function fieldChanges(before: ApiObject, after: ApiObject): FieldChange[] {
  return jsonPatchOf(withoutRecords(before), withoutRecords(after)).map(({ path, ...operation }) => {
    const names = path
      .slice(1)
      .split("/")
      .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
    const old = names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], before);
    const value = "value" in operation ? operation.value : undefined;
    return { path: names.join("."), before: shortText(old), after: shortText(value) };
  });
}

function withoutRecords(object: ApiObject): ApiObject {
  const { managedFields: _, resourceVersion: __, ...metadata } = object.metadata;
  return { ...object, metadata };
}

function shortText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
