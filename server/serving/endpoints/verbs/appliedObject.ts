import { cloneInSteps } from "../../../../shared/json/jsonValues.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import type { TypeNode } from "../../../../shared/schema/typeNode.ts";
import { ApiError, badRequest } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import type { Services } from "../../../api/registry/services.ts";
import type { Existing, WriteRequest } from "../../../api/registry/write/write.ts";
import type { WriteOptions } from "../../../api/registry/write/writeOptions.ts";
import type { RequestContext } from "../../../ground/request/context.ts";
import { addWarning } from "../../../ground/request/warnings.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { convertPatched } from "../../../model/apply/convertPatched.ts";
import { describeApplied, describeKind } from "../../../model/apply/describeApplied.ts";
import { applyPatch } from "../../../model/apply/fieldManager.ts";
import { knownFields } from "../../../model/apply/knownFields.ts";
import { DecodeError } from "../../../model/schema/decode.ts";
import { jsonKind } from "../../../model/schema/decodeContext.ts";
import { cannotBeHandled, decodeValue, MAX_PROBLEMS, strictDuplicates } from "../body/decodeValue.ts";
import type { ParsedPatch } from "../body/parsePatch.ts";
import { bodyOf, type Target } from "../target.ts";
import { setNamespace } from "./create.ts";
import { trackingOf } from "./tracking.ts";
import { admitView, checkName, writeView } from "./update.ts";
import { viewTracking } from "./viewTracking.ts";

/** The input of an apply. */
export interface ApplyRequest {
  readonly services: Services;
  readonly context: RequestContext;
  readonly target: Target;
  readonly parsed: ParsedPatch;
  readonly options: WriteOptions;
  readonly manager: string;
}

/** The result of a server-side apply to an existing object, or to none. @throws ApiError 400, 409 */
export async function appliedObject(request: ApplyRequest, existing: Existing | undefined): Promise<ApiObject> {
  const { services, context, target, options, manager } = request;
  const { resource } = target;
  const patch = await knownConfiguration(request);
  const configured = await inTurns(
    applyPatch({
      ...trackingOf(services, target, manager),
      live: existing?.object,
      patch,
      kind: resource.kind,
      force: options.force,
      lastApplied: {
        manager: "kubectl",
        annotation: services.vocabulary.render("kubectl.{labelDomain}/last-applied-configuration"),
      },
    }),
    context,
  );
  reportDuplicates(request);
  const value = (await inTurns(cloneInSteps(configured))) as Record<string, unknown>;
  if (resource.custom === undefined) await inTurns(convertApplied(bodyOf(services, target).node, value, patch));
  const validation = options.fieldValidation;
  const merged = await inTurns(decodeValue(context, value, bodyOf(services, target), { validation }), context);
  checkIdentity(merged, target);
  return merged;
}

/**
 * Converts the merged object to its type, in place: a text that a field's own parser refuses gives the converter's
 * error.
 * @throws ApiError 500
 */
function* convertApplied(
  node: TypeNode,
  merged: Record<string, unknown>,
  patch: Readonly<Record<string, unknown>>,
): Steps<void> {
  try {
    yield* convertPatched(node, merged);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const what = `unable to convert unstructured object to ${describeKind(patch)}: ${error.message}`;
    throw new ApiError(500, "", `failed to convert new object (${describeApplied(patch)}) to proper version: ${what}`);
  }
}

/** The result of a server-side apply to a view of the parent. */
export async function appliedView(request: ApplyRequest, write: WriteRequest, parent: Existing): Promise<ApiObject> {
  const { services, target, options, manager } = request;
  const tracking = viewTracking(services, target);
  const configuration = await knownConfiguration(request);
  const body = await tracking.apply(parent.object, configuration, manager, options.force);
  reportDuplicates(request);
  await admitView(services, write, parent, body);
  const written = await writeView(target, write, parent, {
    ...body,
    metadata: { ...body.metadata, resourceVersion: "" },
  });
  const managedFields = await tracking.carryBack(parent.object, body.metadata.managedFields);
  if (managedFields === undefined) delete written.metadata.managedFields;
  else written.metadata.managedFields = managedFields;
  return written;
}

/**
 * The applied configuration without fields that the kind does not have: field validation determines how those are
 * reported. The reference keeps them, and fails later.
 * @throws ApiError 400
 */
async function knownConfiguration(request: ApplyRequest): Promise<Record<string, unknown>> {
  const { services, context, target, parsed, options } = request;
  const configuration = configurationOf(parsed);
  if (services.quirks.follows("appliedFieldsMustBeKnown")) return configuration;
  const expected = bodyOf(services, target);
  const { known, unknown } = await inTurns(knownFields(configuration, expected.node));
  if (options.fieldValidation === "Strict" && unknown.length > 0) {
    const problems = [...strictDuplicates(parsed.duplicates), ...unknown].slice(0, MAX_PROBLEMS);
    throw cannotBeHandled(expected)(`strict decoding error: ${problems.join(", ")}`);
  }
  if (options.fieldValidation === "Warn") {
    for (const problem of unknown.slice(0, MAX_PROBLEMS)) addWarning(context.warnings, problem);
  }
  return known as Record<string, unknown>;
}

/** @throws ApiError 400 for a text that is not an object; an empty text is treated as an object without members */
function configurationOf({ value }: ParsedPatch): Record<string, unknown> {
  const kind = value === null ? "object" : jsonKind(value);
  if (kind === "object") return (value ?? {}) as Record<string, unknown>;
  throw badRequest(
    `error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${kind} into Go value of type map[string]interface {}`,
  );
}

/**
 * Reports duplicate keys of the configuration. Called after the merge, so that conflicts and type errors are reported
 * first.
 */
function reportDuplicates({ context, parsed, options }: ApplyRequest): void {
  if (parsed.duplicates.length === 0) return;
  if (options.fieldValidation === "Strict") {
    const problems = strictDuplicates(parsed.duplicates).join(", ");
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${problems}`);
  }
  const known = new Set(context.warnings);
  for (const problem of parsed.duplicates) {
    if (known.has(problem)) continue;
    known.add(problem);
    context.warnings.push(problem);
  }
}

/**
 * Checks that a patch did not rename or move an object, or remove its name; restores a removed namespace.
 * @throws ApiError 400
 */
export function checkIdentity(object: ApiObject, target: Target): void {
  setNamespace(object, target);
  checkName(object, target);
}
