/** Rules of file paths inside a volume. */
import { type FieldError, invalid } from "../../../../../shared/fieldError.ts";

/** The path must be relative and have no `..` element. */
export function validateDescendingPath(path: string, field: string): FieldError[] {
  const errors = path.startsWith("/") ? [invalid(field, path, "must be a relative path")] : [];
  return [...errors, ...validateNoParent(path, field)];
}

const PARENT = /(?:^|\/)\.\.(?:\/|$)/;

/** The path must have no `..` element. Does not split the path, which may have a million elements. */
export const validateNoParent = (path: string, field: string): FieldError[] =>
  PARENT.test(path) ? [invalid(field, path, "must not contain '..'")] : [];

/** A descending path that does not start with `..`, which is reserved for the writer of the volume. */
export function validateLocalPath(path: string, field: string): FieldError[] {
  const errors = validateDescendingPath(path, field);
  // A path that starts with `../` already has an error.
  if (path.startsWith("..") && !path.startsWith("../")) {
    errors.push(invalid(field, path, "must not start with '..'"));
  }
  return errors;
}

/** Field errors of the permission bits of a file. */
export const validateFileMode = (mode: number | undefined | null, field: string): FieldError[] =>
  mode !== undefined && mode !== null && (mode < 0 || mode > 0o777)
    ? [invalid(field, mode, "must be a number between 0 and 0777 (octal), both inclusive")]
    : [];
