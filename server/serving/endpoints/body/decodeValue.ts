import { type ApiObject, apiVersionOf } from "../../../../shared/object.ts";
import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { type ApiError, badRequest } from "../../../../shared/status.ts";
import { finished, type Steps } from "../../../../shared/steps.ts";
import type { CustomRules } from "../../../api/registry/customRules.ts";
import type { FieldValidation } from "../../../api/registry/write/writeOptions.ts";
import type { RequestContext } from "../../../ground/request/context.ts";
import { addWarning } from "../../../ground/request/warnings.ts";
import { inDocumentOrder } from "../../../model/encoding/duplicateKeys.ts";
import type { JsonDocument } from "../../../model/encoding/jsonDocument.ts";
import { defaultInSteps, type IsOn } from "../../../model/schema/applyDefaults.ts";
import { DecodeError, decodeInSteps } from "../../../model/schema/decode.ts";
import type { FieldPath } from "../../../model/schema/fieldPath.ts";

/** The expected type of a body. */
export interface Expected {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly node: StructNode;
  /** Tells which features are on, for defaults that depend on a feature. */
  readonly isOn?: IsOn | undefined;
  /** The decoding rules of custom resources. */
  readonly custom?: Pick<CustomRules, "decode">;
}

export interface DecodeValueOptions {
  readonly validation: FieldValidation;
  /** Messages about duplicate fields in the text, and other messages found while parsing it. */
  readonly duplicates?: readonly string[];
  /** The order of fields in the text, when the value was parsed from one. */
  readonly fields?: JsonDocument["fields"] | undefined;
  /** Whether unknown fields are reported in the order of their messages. */
  readonly sortUnknown?: boolean;
  /** Creates the error for a value that does not fit the type. */
  readonly mismatch?: (message: string) => ApiError | Steps<ApiError>;
  /** Creates the error for a value that strict validation refuses; `mismatch` when omitted. */
  readonly refusal?: (message: string) => ApiError | Steps<ApiError>;
}

/** Maximum number of problems that the reference's decoder reports for one text. */
export const MAX_PROBLEMS = 100;

/**
 * Decodes parsed JSON into an object: checks types, reports unknown and duplicate fields according to the field
 * validation, and applies defaults.
 *
 * @throws ApiError from `mismatch` and `refusal`, by default a 400
 */
export function* decodeValue(
  context: Pick<RequestContext, "warnings">,
  value: Record<string, unknown>,
  expected: Expected,
  options: DecodeValueOptions,
): Steps<ApiObject> {
  const { validation, duplicates = [], mismatch = cannotBeHandled(expected), refusal = mismatch } = options;
  const { value: content, unknown: found, places } = yield* decode(value, expected, mismatch);
  const unknown = options.sortUnknown === true ? [...found].sort() : found;
  if (validation !== "Ignore" && duplicates.length + unknown.length > 0) {
    // Fields that are unknown to a schema are found after parsing, in a different order.
    const fields = expected.custom === undefined ? options.fields : undefined;
    const scan = fields === undefined ? undefined : yield* fields(places);
    const ordered = (list: readonly string[]): string[] =>
      (scan === undefined ? [...list] : inDocumentOrder(scan, list)).slice(0, MAX_PROBLEMS);
    if (validation === "Strict") {
      const problems = ordered([...strictDuplicates(duplicates), ...unknown]).join(", ");
      throw yield* finished(refusal(`strict decoding error: ${problems}`));
    }
    for (const problem of ordered([...duplicates, ...unknown])) {
      addWarning(context.warnings, problem);
    }
  }
  const object =
    expected.custom === undefined
      ? yield* fitting(complete(content, expected), mismatch)
      : (content as unknown as ApiObject);
  // An empty list of managers requests a reset: decoding would drop it like any empty list.
  const { managedFields } = (value["metadata"] ?? {}) as { managedFields?: unknown };
  if (Array.isArray(managedFields) && managedFields.length === 0) object.metadata.managedFields = [];
  return object;
}

function* decode(
  value: Record<string, unknown>,
  expected: Expected,
  mismatch: (message: string) => ApiError | Steps<ApiError>,
): Steps<{ value: Record<string, unknown>; unknown: readonly string[]; places?: ReadonlyMap<string, FieldPath> }> {
  if (expected.custom !== undefined) {
    const { object, unknown } = yield* fitting(expected.custom.decode(value), mismatch);
    return { value: object as unknown as Record<string, unknown>, unknown };
  }
  const decoded = yield* fitting(decodeInSteps(expected.node, value), mismatch);
  return { ...decoded, value: decoded.value as Record<string, unknown> };
}

/** Runs the steps; for a value that does not fit, throws the error of `mismatch`. */
export function* fitting<T>(steps: Steps<T>, mismatch: (message: string) => ApiError | Steps<ApiError>): Steps<T> {
  try {
    return yield* steps;
  } catch (error) {
    throw error instanceof DecodeError ? yield* finished(mismatch(error.message)) : error;
  }
}

/** 400: the body is not a valid object of the kind. */
export const cannotBeHandled =
  ({ kind, version }: Expected) =>
  (message: string): ApiError =>
    badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${message}`);

/** Completes a decoded value to an object of the kind, with defaults. */
export function* complete(value: Record<string, unknown>, expected: Expected): Steps<ApiObject> {
  const { kind: _k, apiVersion: _a, metadata, ...rest } = value;
  const object: ApiObject = {
    kind: expected.kind,
    apiVersion: apiVersionOf(expected),
    metadata: (metadata ?? {}) as ApiObject["metadata"],
    ...rest,
  };
  return yield* defaultInSteps(expected.node, object, expected.isOn);
}

/** Merges the messages about duplicate keys of YAML into one, as they are reported when they are an error. */
export function strictDuplicates(duplicates: readonly string[]): string[] {
  const lines = duplicates.filter((text) => text.startsWith("line "));
  const others = duplicates.filter((text) => !text.startsWith("line "));
  return lines.length === 0 ? others : [`yaml: unmarshal errors:\n  ${lines.join("\n  ")}`, ...others];
}
