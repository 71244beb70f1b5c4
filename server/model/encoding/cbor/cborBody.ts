/** CBOR in request bodies. */

import type { StructNode } from "../../../../shared/schema/typeNode.ts";
import { type ApiError, badRequest } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { CborError, TYPE_NAMES } from "./cborError.ts";
import { decodeCborInSteps } from "./decodeCbor.ts";
import { SELF_DESCRIBED } from "./encodeCbor.ts";

/** The expected content of a body. */
export interface ExpectedBody {
  readonly version: string;
  readonly kind: string;
}

/**
 * Reads an object from a request body, as plain JSON. Its apiVersion and kind, if present, must be strings.
 * @param type of a built-in kind
 * @throws ApiError 400
 */
export function* readCborObject(
  bytes: Buffer,
  expected: ExpectedBody,
  type?: StructNode,
): Steps<Record<string, unknown>> {
  try {
    const value = asObject(bytes, yield* decodeCborInSteps(bytes, type), "v1.TypeMeta");
    checkTypeMeta(value);
    const apiVersion = String(value["apiVersion"] ?? "");
    if (apiVersion.split("/").length > 2) {
      throw unrecognized(bytes, expected, `unexpected GroupVersion string: ${apiVersion}`);
    }
    // When the body names no kind, a built-in kind is derived from the path; a custom kind is not.
    if (type === undefined && (value["kind"] ?? "") === "") {
      throw unrecognized(bytes, expected, `Object 'Kind' is missing in '${bytes.toString("hex")}'`);
    }
    return value;
  } catch (error) {
    if (!(error instanceof CborError)) throw error;
    if (error.inContent) throw unusable(expected, error.message);
    throw unrecognized(bytes, expected, `unable to determine group/version/kind: ${error.message}`);
  }
}

/**
 * Reads the body of an apply.
 * @throws ApiError 400
 */
export function* readCborPatch(bytes: Buffer): Steps<Record<string, unknown>> {
  try {
    return asObject(bytes, yield* decodeCborInSteps(bytes), "map[string]interface {}");
  } catch (error) {
    throw error instanceof CborError ? badRequest(`error decoding CBOR: ${error.message}`) : error;
  }
}

/** Null counts as an empty object. @throws CborError for anything else but an object */
function asObject(bytes: Buffer, value: unknown, goType: string): Record<string, unknown> {
  if (value === null) return {};
  if (typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
  const start = bytes.indexOf(SELF_DESCRIBED) === 0 ? SELF_DESCRIBED.length : 0;
  const hint =
    Array.isArray(value) && goType.includes(".") ? " (cannot decode CBOR array to struct without toarray option)" : "";
  const given = TYPE_NAMES[(bytes[start] ?? 0) >> 5];
  throw new CborError(`cbor: cannot unmarshal ${given} into Go value of type ${goType}${hint}`);
}

/** @throws CborError */
function checkTypeMeta(value: Readonly<Record<string, unknown>>): void {
  for (const name of ["apiVersion", "kind"]) {
    const member = value[name];
    if (member === undefined || member === null || typeof member === "string") continue;
    throw new CborError(
      `cbor: cannot unmarshal ${typeName(member)} into Go struct field v1.TypeMeta.${name} of type string`,
    );
  }
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint" || Number.isSafeInteger(value)) {
    return Number(value) < 0 ? "negative integer" : "positive integer";
  }
  return typeof value === "object" ? "map" : "primitives";
}

const unusable = ({ kind, version }: ExpectedBody, message: string): ApiError =>
  badRequest(`${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}: ${message}`);

const unrecognized = (bytes: Buffer, { kind }: ExpectedBody, message: string): ApiError =>
  badRequest(`the object provided is unrecognized (must be of type ${kind}): ${message} (${excerpt(bytes)})`);

/** Number of bytes of a body that messages quote. */
const EXCERPT = 30;

function excerpt(bytes: Buffer): string {
  if (bytes.length === 0) return "<empty>";
  const start = bytes.subarray(0, EXCERPT).toString("hex");
  return bytes.length > EXCERPT ? `${start} ...` : start;
}
