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

const withDetail = (text: string, detail: string): string => (detail === "" ? text : `${text}: ${detail}`);

export const required = (field: string, detail = ""): FieldError => ({
  type: "FieldValueRequired",
  field,
  message: withDetail("Required value", detail),
});
export const invalid = (field: string, value: unknown, detail: string): FieldError => ({
  type: "FieldValueInvalid",
  field,
  message: withDetail(`Invalid value: ${formatValue(value)}`, detail),
});
export const duplicate = (field: string, value: unknown): FieldError => ({
  type: "FieldValueDuplicate",
  field,
  message: `Duplicate value: ${formatValue(value)}`,
});
export const forbidden = (field: string, detail: string): FieldError => ({
  type: "FieldValueForbidden",
  field,
  message: withDetail("Forbidden", detail),
});
export const notFound = (field: string, value: unknown): FieldError => ({
  type: "FieldValueNotFound",
  field,
  message: `Not found: ${formatValue(value)}`,
});
/** @param supported listed in the order given, each quoted */
export const notSupported = (field: string, value: unknown, supported: readonly string[]): FieldError =>
  notSupportedText(field, formatValue(value), supported);
/** The same for a value that is rendered already. */
export const notSupportedText = (field: string, rendered: string, supported: readonly string[]): FieldError => ({
  type: "FieldValueNotSupported",
  field,
  message: withDetail(
    `Unsupported value: ${rendered}`,
    supported.length > 0 ? `supported values: ${supported.map(quoted).join(", ")}` : "",
  ),
});
/** @param max in bytes; negative when unknown */
export const tooLong = (field: string, max: number): FieldError => ({
  type: "FieldValueTooLong",
  field,
  message: max >= 0 ? `Too long: may not be more than ${max} bytes` : "Too long: value is too long",
});
export const tooMany = (field: string, actual: number, max: number): FieldError => ({
  type: "FieldValueTooMany",
  field,
  message: `Too many: ${actual}: must have at most ${max} items`,
});
export const typeInvalid = (field: string, value: unknown, detail: string): FieldError => ({
  type: "FieldValueTypeInvalid",
  field,
  message: withDetail(`Invalid value: ${formatValue(value)}`, detail),
});
export const internal = (field: string, detail: string): FieldError => ({
  type: "InternalError",
  field,
  message: withDetail("Internal error", detail),
});

/** `path.child`, or `child` at the root. */
export const child = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);
/** `path[0]`. */
export const index = (path: string, i: number): string => `${path}[${i}]`;
/** `path[key]`. */
export const key = (path: string, name: string): string => `${path}[${name}]`;
