import * as fieldErrors from "../../../../shared/fieldError.ts";
import { escapeMarkupInSteps } from "../../../../shared/json/escapeMarkup.ts";
import { cloneInSteps } from "../../../../shared/json/jsonValues.ts";
import { stringifyInSteps } from "../../../../shared/json/printInSteps.ts";
import { type ApiObject, apiVersionOf, parseApiVersion } from "../../../../shared/object.ts";
import { type ApiError, badRequest, invalid } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { FieldValidation } from "../../../api/registry/write/writeOptions.ts";
import type { RequestContext } from "../../../ground/request/context.ts";
import { convertPatched } from "../../../model/apply/convertPatched.ts";
import { mergeInSteps } from "../../../model/apply/jsonMergePatch.ts";
import { patchInSteps } from "../../../model/apply/jsonPatch.ts";
import { strategicMergeInSteps, undecodablePatch } from "../../../model/apply/strategicMerge.ts";
import { DecodeError } from "../../../model/schema/decode.ts";
import { checkKind, describeOtherKind } from "../body/bodyKind.ts";
import { cannotBeHandled, decodeValue, type Expected } from "../body/decodeValue.ts";
import type { ParsedPatch } from "../body/parsePatch.ts";

/** The context in which a patch is applied: the user, the kind, and the strictness of validation. */
export interface PatchScope {
  readonly services: Services;
  readonly context: RequestContext;
  readonly expected: Expected;
  readonly validation: FieldValidation;
}

/**
 * The object with a JSON, merge or strategic patch applied: decoded and defaulted again, as the body of a PUT would be.
 */
export function* patchedObject(scope: PatchScope, current: ApiObject, parsed: ParsedPatch): Steps<ApiObject> {
  if (parsed.type === "application/strategic-merge-patch+json")
    return yield* strategicallyPatched(scope, current, parsed);
  const { services, context, expected, validation } = scope;
  const strict = validation !== "Ignore";
  const value = (
    parsed.type === "application/json-patch+json"
      ? yield* patchInSteps(current, parsed.value, { strict, odd: parsed.odd })
      : yield* cloneInSteps(yield* mergeInSteps(current, parsed.value, strict))
  ) as Record<string, unknown>;
  if (parsed.type === "application/json-patch+json" && replacesWhole(parsed.value)) {
    yield* checkReplacement(services, value, expected);
  }
  yield* checkPatchedKind(services, value, expected);
  return yield* decodeValue(context, value, expected, {
    validation,
    duplicates: parsed.duplicates,
    mismatch: (message) => patchInvalid(value, message),
    ...refusalOf(scope),
  });
}

/** Whether a JSON patch replaces the whole document. */
const replacesWhole = (patch: unknown): boolean =>
  Array.isArray(patch) &&
  patch.some((each: { op?: unknown; path?: unknown } | null) => each?.op === "replace" && (each.path ?? "") === "");

/**
 * Decodes a document that replaces the object in the same way as a request body.
 * @throws ApiError 400 when it is not an object of the kind
 */
function* checkReplacement(
  services: Services,
  value: Readonly<Record<string, unknown>>,
  expected: Expected,
): Steps<void> {
  const { apiVersion, kind } = value as { apiVersion?: unknown; kind?: unknown };
  if (kind === undefined || kind === null || kind === "") {
    throw badRequest(`Object 'Kind' is missing in '${yield* stringifyInSteps(value)}'`);
  }
  if (expected.custom === undefined) checkKind(services, String(apiVersion ?? ""), String(kind), expected);
}

/**
 * Checks that a patch did not change the kind of the object; a built-in object that lost its kind keeps the old one.
 * @throws ApiError 422
 */
function* checkPatchedKind(
  services: Services,
  value: Readonly<Record<string, unknown>>,
  expected: Expected,
): Steps<void> {
  const { apiVersion, kind } = value as { apiVersion?: unknown; kind?: unknown };
  const hasKind = kind !== undefined && kind !== null && kind !== "";
  if (apiVersion === apiVersionOf(expected) && (hasKind ? kind === expected.kind : expected.custom === undefined))
    return;
  if (expected.custom === undefined)
    throw yield* patchInvalid(value, yield* describeOtherKind(services, value, expected));
  if (!hasKind) throw yield* patchInvalid(value, `Object 'Kind' is missing in '${yield* stringifyInSteps(value)}'`);
  throw otherCustomKind(value, expected);
}

/** 422: custom resources have no fixed type, so a changed kind is reported only when the result is validated. */
function otherCustomKind(value: Readonly<Record<string, unknown>>, expected: Expected): ApiError {
  const { apiVersion, kind, metadata } = value as {
    apiVersion?: unknown;
    kind?: unknown;
    metadata?: { name?: string };
  };
  const [givenVersion, givenKind] = [String(apiVersion ?? ""), String(kind)];
  const wanted = apiVersionOf(expected);
  return invalid({ group: parseApiVersion(givenVersion).group, kind: givenKind }, metadata?.name ?? "", [
    ...(givenKind === expected.kind ? [] : [fieldErrors.invalid("kind", givenKind, `must be ${expected.kind}`)]),
    ...(givenVersion === wanted ? [] : [fieldErrors.invalid("apiVersion", givenVersion, `must be ${wanted}`)]),
  ]);
}

/**
 * Applies a strategic patch. Its errors quote the patch, and type errors have the messages of the reference's
 * converter.
 */
function* strategicallyPatched(scope: PatchScope, current: ApiObject, parsed: ParsedPatch): Steps<ApiObject> {
  const { context, expected, validation } = scope;
  const mismatch = (message: string): Steps<ApiError> => undecodablePatch(parsed.value, message);
  const merged = yield* strategicMergeInSteps(current, parsed.value, expected.node);
  const value = (yield* cloneInSteps(merged)) as Record<string, unknown>;
  try {
    yield* convertPatched(expected.node, value);
  } catch (error) {
    throw error instanceof DecodeError ? yield* mismatch(error.message) : error;
  }
  return yield* decodeValue(context, value, expected, {
    validation,
    duplicates: parsed.duplicates,
    mismatch,
    ...refusalOf(scope),
    sortUnknown: true,
  });
}

/**
 * The error for what strict validation refuses: a bad request, as for every other write. The reference reports an
 * invalid patch instead.
 */
const refusalOf = ({ services, expected }: PatchScope) =>
  services.quirks.follows("strictPatchIsInvalid") ? {} : { refusal: cannotBeHandled(expected) };

/** 422: the patched object is not a valid object of the kind. Its text is quoted in the reference's JSON format. */
function* patchInvalid(value: unknown, detail: string): Steps<ApiError> {
  const text = yield* escapeMarkupInSteps(yield* stringifyInSteps(value));
  return invalid({ group: "", kind: "" }, "", [fieldErrors.invalid("patch", text, detail)]);
}
