/** Rules of file paths inside a volume. */
import { type FieldError, invalid } from "../../../../../shared/fieldError.ts";

/** Relative, and never upwards. */
export function validateDescendingPath(path: string, field: string): FieldError[] {
  const errors = path.startsWith("/") ? [invalid(field, path, "must be a relative path")] : [];
  return [...errors, ...validateNoParent(path, field)];
}

const PARENT = /(?:^|\/)\.\.(?:\/|$)/;

/** No `..` element. Nothing is made of the elements: a path may have a million. */
export const validateNoParent = (path: string, field: string): FieldError[] =>
  PARENT.test(path) ? [invalid(field, path, "must not contain '..'")] : [];

/** A descending path whose first letters are not reserved for the writer of the volume. */
export function validateLocalPath(path: string, field: string): FieldError[] {
  const errors = validateDescendingPath(path, field);
  // A path through the parent was reported for it already.
  if (path.startsWith("..") && !path.startsWith("../")) {
    errors.push(invalid(field, path, "must not start with '..'"));
  }
  return errors;
}

/** Permission bits of a file. */
export const validateFileMode = (mode: number | undefined | null, field: string): FieldError[] =>
  mode !== undefined && mode !== null && (mode < 0 || mode > 0o777)
    ? [invalid(field, mode, "must be a number between 0 and 0777 (octal), both inclusive")]
    : [];
