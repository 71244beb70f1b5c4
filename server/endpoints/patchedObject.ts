import * as fieldErrors from "../../shared/fieldError.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import { type ApiObject, apiVersionOf } from "../../shared/object.ts";
import { type ApiError, invalid } from "../../shared/status.ts";
import { convertPatched } from "../apply/convertPatched.ts";
import { cloneJson } from "../apply/json.ts";
import { patchByMerge } from "../apply/jsonMergePatch.ts";
import { patchByOperations } from "../apply/jsonPatch.ts";
import { strategicMergePatch, undecodablePatch } from "../apply/strategicMerge.ts";
import type { RequestContext } from "../http/context.ts";
import type { FieldValidation } from "../registry/writeOptions.ts";
import { DecodeError } from "../schema/decode.ts";
import { describeOtherKind } from "./bodyKind.ts";
import { decodeValue, type Expected } from "./decodeValue.ts";
import type { ParsedPatch } from "./parsePatch.ts";
import type { Services } from "./services.ts";

/** The object with a JSON, merge or strategic patch applied: decoded and defaulted again, as a PUT's body would be. */
export function patchedObject(
  services: Services,
  context: RequestContext,
  current: ApiObject,
  parsed: ParsedPatch,
  expected: Expected,
  validation: FieldValidation,
): ApiObject {
  if (parsed.type === "application/strategic-merge-patch+json") {
    return strategicallyPatched(context, current, parsed, expected, validation);
  }
  const strict = validation !== "Ignore";
  const value =
    parsed.type === "application/json-patch+json"
      ? patchByOperations(current, parsed.value, strict)
      : patchByMerge(current, parsed.value, strict);
  const { apiVersion, kind } = value as { apiVersion?: unknown; kind?: unknown };
  if (kind !== expected.kind || apiVersion !== apiVersionOf(expected)) {
    throw patchInvalid(value, describeOtherKind(services, value));
  }
  return decodeValue(context, cloneJson(value), expected, {
    validation,
    duplicates: parsed.duplicates,
    mismatch: (message) => patchInvalid(value, message),
  });
}

/** Refusals quote the patch here, and what does not fit is told in the words of the reference's converter. */
function strategicallyPatched(
  context: RequestContext,
  current: ApiObject,
  parsed: ParsedPatch,
  expected: Expected,
  validation: FieldValidation,
): ApiObject {
  const mismatch = (message: string): ApiError => undecodablePatch(parsed.value, message);
  const value = cloneJson(strategicMergePatch(current, parsed.value, expected.node));
  try {
    convertPatched(expected.node, value);
  } catch (error) {
    throw error instanceof DecodeError ? mismatch(error.message) : error;
  }
  return decodeValue(context, value, expected, {
    validation,
    duplicates: parsed.duplicates,
    mismatch,
    sortUnknown: true,
  });
}

/** 422: the patched object is none of the kind. Its text is quoted as the reference writes JSON. */
function patchInvalid(value: unknown, why: string): ApiError {
  const text = stringifyJson(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return invalid({ group: "", kind: "" }, "", [fieldErrors.invalid("patch", text, why)]);
}
