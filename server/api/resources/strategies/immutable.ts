import { deepEqual } from "../../../../shared/collections/deepEqual.ts";
import { type FieldError, invalid } from "../../../../shared/fieldError.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";

const MESSAGE = "field is immutable";

/** The field may not differ from the stored one. @param rendered the value as messages show it, when it is no plain one */
export function validateImmutable(value: unknown, old: unknown, path: string, rendered?: string): FieldError[] {
  if (deepEqual(value ?? null, old ?? null)) return [];
  return [rendered === undefined ? invalid(path, value, MESSAGE) : invalidText(path, rendered, MESSAGE)];
}
