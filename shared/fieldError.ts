import { stringifyJson } from "./json/stringifyJson.ts";
import { quoted } from "./quoted.ts";

/**
 * Field errors: one finding of validation about one field. The constructors below are the only way to make one, so that
 * the wording is the reference server's everywhere.
 */
export type FieldErrorType =
  | "FieldValueNotFound"
  | "FieldValueRequired"
  | "FieldValueDuplicate"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooMany"
  | "InternalError"
  | "FieldValueTypeInvalid";

export interface FieldError {
  /** As `causes[].reason` carries it. */
  readonly type: FieldErrorType;
  /** Path such as `spec.containers[0].image`, or `metadata.labels[x]`; empty for the object itself. */
  readonly field: string;
  /** As `causes[].message` carries it: the text without the path. */
  readonly message: string;
}

/** Renders a value in the way the reference's messages do: strings quoted, objects as JSON. */
export function formatValue(value: unknown): string {
  if (value === undefined || value === null) return quoted("null");
  if (typeof value === "string") return quoted(value);
  if (typeof value === "object") return stringifyJson(value);
  return String(value);
}

/** So many errors of one validation are written out. A body of a few megabytes can have millions. */
const MAX_WRITTEN = 20_000;
let left = Number.POSITIVE_INFINITY;

/** Stands for an error that is counted but not written out. */
export const UNTOLD: FieldError = { type: "InternalError", field: "", message: "" };

/**
 * Runs a validation that may find very many errors: beyond the first {@link MAX_WRITTEN}, each is {@link UNTOLD}, so that
 * finding them costs hardly any memory.
 */
export function countingErrors<T>(validate: () => T): T {
  const outer = left;
  left = MAX_WRITTEN;
  try {
    return validate();
  } finally {
    left = outer;
  }
}

/** An error, written out where there is room. */
function made(type: FieldErrorType, field: string, message: () => string): FieldError {
  if (left <= 0) return UNTOLD;
  left -= 1;
  return { type, field, message: message() };
}

const withDetail = (text: string, detail: string): string => (detail === "" ? text : `${text}: ${detail}`);

export const required = (field: string, detail = ""): FieldError =>
  made("FieldValueRequired", field, () => withDetail("Required value", detail));
export const invalid = (field: string, value: unknown, detail: string): FieldError =>
  made("FieldValueInvalid", field, () => withDetail(`Invalid value: ${formatValue(value)}`, detail));
export const duplicate = (field: string, value: unknown): FieldError =>
  made("FieldValueDuplicate", field, () => `Duplicate value: ${formatValue(value)}`);
export const forbidden = (field: string, detail: string): FieldError =>
  made("FieldValueForbidden", field, () => withDetail("Forbidden", detail));
export const notFound = (field: string, value: unknown): FieldError =>
  made("FieldValueNotFound", field, () => `Not found: ${formatValue(value)}`);
/** @param supported listed in the order given, each quoted */
export const notSupported = (field: string, value: unknown, supported: readonly string[]): FieldError =>
  notSupportedText(field, formatValue(value), supported);
/** The same for a value that is rendered already. */
export const notSupportedText = (field: string, rendered: string, supported: readonly string[]): FieldError =>
  made("FieldValueNotSupported", field, () =>
    withDetail(
      `Unsupported value: ${rendered}`,
      supported.length > 0 ? `supported values: ${supported.map(quoted).join(", ")}` : "",
    ),
  );
/** @param max in bytes; negative when unknown */
export const tooLong = (field: string, max: number): FieldError =>
  made("FieldValueTooLong", field, () =>
    max >= 0 ? `Too long: may not be more than ${max} bytes` : "Too long: value is too long",
  );
export const tooMany = (field: string, actual: number, max: number): FieldError =>
  made("FieldValueTooMany", field, () => `Too many: ${actual}: must have at most ${max} items`);
export const typeInvalid = (field: string, value: unknown, detail: string): FieldError =>
  made("FieldValueTypeInvalid", field, () => withDetail(`Invalid value: ${formatValue(value)}`, detail));
export const internal = (field: string, detail: string): FieldError =>
  made("InternalError", field, () => withDetail("Internal error", detail));

/** `path.child`, or `child` at the root. */
export const child = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);
/** `path[0]`. */
export const index = (path: string, i: number): string => `${path}[${i}]`;
/** `path[key]`. */
export const key = (path: string, name: string): string => `${path}[${name}]`;
