import { stringifyJson } from "./json/stringifyJson.ts";
import { quoted, quotedPart } from "./text/quoted.ts";

/**
 * Field errors: one validation error about one field. Always create them by the constructors below, so that the wording
 * is that of the reference everywhere.
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
  /** Type of the error, used as `causes[].reason`. */
  readonly type: FieldErrorType;
  /** Path such as `spec.containers[0].image`, or `metadata.labels[x]`; empty for the object itself. */
  readonly field: string;
  /** The text without the path, used as `causes[].message`. */
  readonly message: string;
}

/**
 * Maximum number of characters reported about the errors of one object. Some errors quote a whole list for each of its
 * items, so the total must be bounded. Validation may stop when it is reached.
 */
export const MAX_ERROR_TEXT = 2 * 1024 * 1024;

/** The characters of an error, as {@link MAX_ERROR_TEXT} counts them. */
export const errorLength = ({ field, message }: FieldError): number => field.length + message.length;

/** Collects errors up to the amount that can be reported. */
export class FieldErrorList {
  readonly errors: FieldError[] = [];
  #length = 0;

  /** Whether further errors would not be reported. */
  get isFull(): boolean {
    return this.#length > MAX_ERROR_TEXT;
  }

  add(error: FieldError): void {
    this.addAll([error]);
  }

  /** Adds errors, up to the first one that would not be reported. */
  addAll(errors: Iterable<FieldError>): void {
    for (const error of errors) {
      if (this.isFull) return;
      this.errors.push(error);
      this.#length += errorLength(error);
    }
  }
}

/** Formats a value like the reference's messages do: strings quoted, objects as JSON. */
export function formatValue(value: unknown): string {
  if (value === undefined || value === null) return quoted("null");
  if (typeof value === "string") return quotedPart(value);
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
/** Like {@link notSupported}, for a value that is already rendered. */
export const notSupportedText = (field: string, rendered: string, supported: readonly string[]): FieldError =>
  notAmong(field, rendered, supportedValues(supported));
/**
 * Like {@link notSupportedText}, with choices from {@link supportedValues}, which errors about many values can share.
 */
export const notAmong = (field: string, rendered: string, supported: string): FieldError => ({
  type: "FieldValueNotSupported",
  field,
  message: withDetail(`Unsupported value: ${rendered}`, supported),
});
/** The list of choices in the message of {@link notAmong}. */
export const supportedValues = (supported: readonly string[]): string =>
  supported.length > 0 ? `supported values: ${supported.map(quoted).join(", ")}` : "";
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
