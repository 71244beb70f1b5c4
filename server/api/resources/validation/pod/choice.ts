import { type FieldError, notSupported, required } from "../../../../../shared/fieldError.ts";

/** A required text field with a fixed set of values, which messages list in the given order. */
export function validateChoice(value: string | undefined, allowed: readonly string[], path: string): FieldError[] {
  if (value === undefined || value === "") return [required(path)];
  return allowed.includes(value) ? [] : [notSupported(path, value, allowed)];
}

/** The same for an optional field. */
export const validateOptionalChoice = (
  value: string | undefined | null,
  allowed: readonly string[],
  path: string,
): FieldError[] =>
  value === undefined || value === null || allowed.includes(value) ? [] : [notSupported(path, value, allowed)];
