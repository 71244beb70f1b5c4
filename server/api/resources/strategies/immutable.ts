import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";

const MESSAGE = "field is immutable";

/** The field must equal the stored one. @param rendered the value as messages print it, if it is not a plain value */
export function validateImmutable(value: unknown, old: unknown, path: string, rendered?: string): FieldError[] {
  if (deepEqual(value ?? null, old ?? null)) return [];
  return [rendered === undefined ? invalid(path, value, MESSAGE) : invalidText(path, rendered, MESSAGE)];
}
