/** Restricts what a conversion may change in metadata to labels and annotations. */
import type { FieldError } from "../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { validateAnnotations, validateLabels } from "../../../ground/formats/names/labels.ts";
import { goTypeName } from "../../../model/apply/goFormat.ts";
import { isRecord } from "../schema/jsonSchema.ts";

/** Refuses a converted object whose identity differs from the original's. @throws Error that names the difference */
export function checkIdentity(original: ApiObject, converted: Readonly<Record<string, unknown>>): void {
  const metadata = isRecord(converted["metadata"]) ? converted["metadata"] : {};
  const same = (fieldName: string, expected: string, actual: unknown): void => {
    const given = typeof actual === "string" ? actual : "";
    if (expected !== given) throw new Error(`must have the same ${fieldName}: ${expected} != ${given}`);
  };
  same("kind", original.kind ?? "", converted["kind"]);
  same("name", original.metadata.name ?? "", metadata["name"]);
  same("namespace", original.metadata.namespace ?? "", metadata["namespace"]);
  same("UID", original.metadata.uid ?? "", metadata["uid"]);
}

/**
 * The metadata of the original with the labels and annotations of the converted object.
 * @throws Error when there is no metadata, or labels or annotations are invalid
 */
export function convertedMetadata(
  original: ApiObject,
  converted: Readonly<Record<string, unknown>>,
): ApiObject["metadata"] {
  const answered = converted["metadata"];
  if (answered === undefined) throw new Error("missing metadata in converted object");
  if (!isRecord(answered)) throw new Error(`invalid metadata of type ${goTypeName(answered)} in converted object`);
  const metadata = { ...original.metadata };
  for (const field of ["labels", "annotations"] as const) {
    const values = answered[field];
    if (values === undefined || values === null) delete metadata[field];
    else metadata[field] = texts(field, values, original.metadata[field] ?? {});
  }
  return metadata;
}

function texts(
  field: "labels" | "annotations",
  values: unknown,
  before: Readonly<Record<string, string>>,
): Record<string, string> {
  if (!isRecord(values)) throw new Error(`invalid metadata.${field} of type ${goTypeName(values)} in converted object`);
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === "string") continue;
    throw new Error(`metadata.${field}[${key}] must be a string, but is ${goTypeName(value)} in converted object`);
  }
  const given = values as Record<string, string>;
  // Unchanged labels or annotations are not validated again.
  const keys = Object.keys(given);
  const changed = keys.length !== Object.keys(before).length || keys.some((key) => given[key] !== before[key]);
  if (changed) refuse(field === "labels" ? validateLabels(given, "metadata.labels") : annotationErrors(given));
  return given;
}

/** The path lacks an `s`, as in the reference. */
const annotationErrors = (given: Record<string, string>): FieldError[] =>
  validateAnnotations(given, "metadata.annotation");

/** @throws Error that names all of the errors without duplicates */
function refuse(errors: readonly FieldError[]): void {
  const [first, ...others] = new Set(errors.map(({ field, message }) => `${field}: ${message}`));
  if (first === undefined) return;
  throw new Error(others.length === 0 ? first : `[${[first, ...others].join(", ")}]`);
}
