import * as fieldErrors from "../../shared/fieldError.ts";
import { type ApiObject, apiVersionOf, parseApiVersion } from "../../shared/object.ts";
import { ApiError, badRequest, invalid, unsupportedMediaType } from "../../shared/status.ts";
import { applyPatch } from "../apply/fieldManager.ts";
import { patchByMerge } from "../apply/jsonMergePatch.ts";
import { patchByOperations } from "../apply/jsonPatch.ts";
import { strategicMergePatch, undecodablePatch } from "../apply/strategicMerge.ts";
import { inDocumentOrder, scanJsonFields } from "../encoding/duplicateKeys.ts";
import { describeJsonError } from "../encoding/jsonSyntaxError.ts";
import { parseMediaType } from "../encoding/mediaType.ts";
import { refuseDeepNesting } from "../encoding/nesting.ts";
import { fromYaml, YamlSyntaxError } from "../encoding/yaml.ts";
import { type Answer, header, type RequestContext } from "../http/context.ts";
import type { Resource } from "../registry/resource.ts";
import { type Existing, updateObject, type WriteRequest } from "../registry/store.ts";
import { managerFromUserAgent, parseWriteOptions, type WriteOptions } from "../registry/writeOptions.ts";
import { DecodeError, decodeStrict } from "../schema/decode.ts";
import { decodeValue, type Expected, sortMembers, strictDuplicates } from "./decodeBody.ts";
import { negotiateObject, objectAnswer, valueAnswer } from "./objectAnswer.ts";
import type { Services } from "./services.ts";
import { bodyOf, type Target } from "./target.ts";
import { track, trackingOf } from "./tracking.ts";
import { requireExisting, writeRequest, writeView } from "./update.ts";
import { viewTracking } from "./viewTracking.ts";

const PATCH_TYPES = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
] as const;
/** Needs the merge keys of a built-in type. */
const STRATEGIC = "application/strategic-merge-patch+json";
type PatchType = (typeof PATCH_TYPES)[number];

/** A patch body, parsed once however often it is applied. */
interface ParsedPatch {
  readonly type: PatchType;
  readonly value: unknown;
  readonly duplicates: readonly string[];
}

/** PATCH: the four patch types go through the same update as a PUT. */
export async function patch(services: Services, context: RequestContext, target: Target): Promise<Answer> {
  const { resource, subresource } = target;
  const type = patchType(context, resource);
  const negotiated = negotiateObject(services, context, { resource });
  const isApply = type === "application/apply-patch+yaml";
  const options = parseWriteOptions(context.query, "PatchOptions", services.vocabulary, isApply);
  const parsed = parsePatch(type, (await context.body()).toString("utf8"), options);
  const request = writeRequest(services, context, target, options);
  const manager = options.fieldManager || managerFromUserAgent(header(context, "user-agent"));
  const expected = bodyOf(services, target);
  const view = subresource?.view;
  let carriesVersion = false;
  const transform = (existing: Existing | undefined): ApiObject => {
    if (view !== undefined) {
      const parent = requireExisting(existing, target);
      if (isApply) return appliedView(services, target, request, parent, parsed, options, manager);
      const before = view.read(parent.object);
      const body = patchedObject(services, context, before, parsed, expected, options);
      carriesVersion = body.metadata.resourceVersion !== before.metadata.resourceVersion;
      if (!carriesVersion) body.metadata.resourceVersion = "";
      return viewTracking(services, target).track(parent.object, writeView(target, request, parent, body), manager);
    }
    if (isApply) return applied(services, context, target, existing, parsed, options, manager);
    const current = requireExisting(existing, target);
    const next = patchedObject(services, context, current.object, parsed, expected, options);
    checkIdentity(next, target);
    return track(services, target, current, next, manager);
  };
  const result = await updateObject(services, request, {
    retry: true,
    createIfMissing: isApply && subresource === undefined && resource.custom?.terminating !== true,
    transform,
  });
  const status = result.created ? 201 : 200;
  return view === undefined
    ? objectAnswer(services, context, resource, negotiated, result.object, status)
    : valueAnswer(negotiated, view.read(result.object));
}

/** @throws ApiError 415 */
function patchType(context: RequestContext, resource: Resource): PatchType {
  const media = parseMediaType(header(context, "content-type"));
  const type = PATCH_TYPES.find((known) => known === media?.type);
  if (resource.custom !== undefined && (type === undefined || type === STRATEGIC)) {
    const accepted = PATCH_TYPES.filter((known) => known !== STRATEGIC).join(", ");
    const why = `the body of the request was in an unknown format - accepted media types include: ${accepted}`;
    throw new ApiError(415, "UnsupportedMediaType", why);
  }
  if (type !== undefined) return type;
  throw unsupportedMediaType("415: Unsupported Media Type");
}

function parsePatch(type: PatchType, text: string, options: WriteOptions): ParsedPatch {
  if (type === "application/apply-patch+yaml") {
    return { type, ...decodeApplied(text, options) };
  }
  refuseDeepNesting(text);
  try {
    const value = JSON.parse(text) as unknown;
    if (options.fieldValidation === "Ignore") return { type, value, duplicates: [] };
    const scan = scanJsonFields(text);
    if (type !== "application/json-patch+json") return { type, value, duplicates: scan.duplicates };
    const problems = inDocumentOrder(scan, [...unknownOperationFields(value), ...scan.duplicates]);
    return { type, value, duplicates: problems.map((problem) => `json patch ${problem}`) };
  } catch {
    const problem = describeJsonError(text);
    throw badRequest(type === "application/strategic-merge-patch+json" ? problem : `error decoding patch: ${problem}`);
  }
}

const OPERATION_FIELDS = new Set(["op", "path", "from", "value"]);

/** Members of patch operations that mean nothing there. */
function unknownOperationFields(operations: unknown): string[] {
  if (!Array.isArray(operations)) return [];
  return operations.flatMap((operation: unknown, i) =>
    Object.keys(operation === null || typeof operation !== "object" ? {} : operation)
      .filter((name) => !OPERATION_FIELDS.has(name))
      .map((name) => `unknown field ${JSON.stringify(`[${i}].${name}`)}`),
  );
}

/** The body of an apply: YAML, of which JSON is a part. @throws ApiError 400 */
function decodeApplied(text: string, options: WriteOptions): Omit<ParsedPatch, "type"> {
  try {
    const { value, duplicates } = fromYaml(text);
    if (options.fieldValidation === "Strict" && duplicates.length > 0) {
      throw badRequest(
        `error strict decoding YAML: error converting YAML to JSON: ${strictDuplicates(duplicates).join(", ")}`,
      );
    }
    return { value, duplicates: options.fieldValidation === "Ignore" ? [] : duplicates };
  } catch (error) {
    if (error instanceof YamlSyntaxError)
      throw badRequest(`error decoding YAML: error converting YAML to JSON: ${error.message}`);
    throw error;
  }
}

/** The object with a JSON, merge or strategic patch applied: decoded and defaulted again, as a PUT's body would be. */
function patchedObject(
  services: Services,
  context: RequestContext,
  current: ApiObject,
  parsed: ParsedPatch,
  expected: Expected,
  options: WriteOptions,
): ApiObject {
  const value =
    parsed.type === "application/json-patch+json"
      ? patchByOperations(current, parsed.value)
      : parsed.type === "application/merge-patch+json"
        ? patchByMerge(current, parsed.value)
        : sortMembers(strategicMergePatch(current, parsed.value, expected.node));
  // A strategic patch is quoted itself, the others by their result.
  const refused = (result: unknown, why: string): ApiError =>
    parsed.type === "application/strategic-merge-patch+json"
      ? undecodablePatch(parsed.value, why)
      : patchInvalid(result, why);
  const { apiVersion, kind } = value as { apiVersion?: unknown; kind?: unknown };
  if (kind !== expected.kind || apiVersion !== apiVersionOf(expected)) {
    throw refused(value, otherKind(services, value as Record<string, unknown>));
  }
  return decodeValue(context, structuredClone(value) as Record<string, unknown>, expected, {
    validation: options.fieldValidation,
    duplicates: parsed.duplicates,
    mismatch: (message) => refused(value, message),
  });
}

/** What is wrong with an object that a patch turned into another kind: it is read as that kind first. */
function otherKind(services: Services, value: Record<string, unknown>): string {
  const [apiVersion, kind] = [String(value["apiVersion"] ?? ""), String(value["kind"] ?? "")];
  const { group, version } = parseApiVersion(apiVersion);
  const node = services.schema.forKind(group, version, kind);
  const unknown = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/api/legacyscheme/scheme.go:30"`;
  if (node === undefined) return unknown;
  try {
    decodeStrict(node, value);
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
  return `unable to convert ${apiVersion}, Kind=${kind}`;
}

/** 422: the patched object is none of the kind. Its text is quoted with the members in order of their names. */
function patchInvalid(value: unknown, why: string): ApiError {
  const sorted = Object.fromEntries(
    Object.entries(value as Record<string, unknown>).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return invalid({ group: "", kind: "" }, "", [fieldErrors.invalid("patch", JSON.stringify(sorted), why)]);
}

/** Server-side apply onto what is stored, or onto nothing. */
function applied(
  services: Services,
  context: RequestContext,
  target: Target,
  existing: Existing | undefined,
  parsed: ParsedPatch,
  options: WriteOptions,
  manager: string,
): ApiObject {
  const { resource } = target;
  if (parsed.value === null || typeof parsed.value !== "object" || Array.isArray(parsed.value)) {
    throw badRequest("error decoding YAML: the body of an apply must be an object");
  }
  const expected = bodyOf(services, target);
  const configured = applyPatch({
    ...trackingOf(services, target, manager),
    live: existing?.object,
    patch: parsed.value as Record<string, unknown>,
    kind: resource.kind,
    force: options.force,
    lastApplied: {
      manager: "kubectl",
      annotation: services.vocabulary.render("kubectl.{labelDomain}/last-applied-configuration"),
    },
  });
  const merged = decodeValue(context, structuredClone(configured) as Record<string, unknown>, expected, {
    validation: options.fieldValidation,
    duplicates: parsed.duplicates,
  });
  checkIdentity(merged, target);
  if (existing === undefined) merged.metadata.name = target.name;
  if (resource.namespaced) merged.metadata.namespace = target.namespace;
  return merged;
}

/** Server-side apply to a view of the parent. */
function appliedView(
  services: Services,
  target: Target,
  request: WriteRequest,
  parent: Existing,
  parsed: ParsedPatch,
  options: WriteOptions,
  manager: string,
): ApiObject {
  const tracking = viewTracking(services, target);
  const patchBody = (parsed.value ?? {}) as Record<string, unknown>;
  const body = tracking.apply(parent.object, patchBody, manager, options.force);
  const written = writeView(target, request, parent, { ...body, metadata: { ...body.metadata, resourceVersion: "" } });
  const managedFields = tracking.carryBack(parent.object, body.metadata.managedFields);
  if (managedFields === undefined) delete written.metadata.managedFields;
  else written.metadata.managedFields = managedFields;
  return written;
}

/** A patch cannot rename or move an object. @throws ApiError 400 */
function checkIdentity(object: ApiObject, target: Target): void {
  const { name = target.name, namespace = target.namespace } = object.metadata;
  if (name !== target.name) {
    throw badRequest(`the name of the object (${name}) does not match the name on the URL (${target.name})`);
  }
  if (target.resource.namespaced && namespace !== target.namespace) {
    throw badRequest("the namespace of the provided object does not match the namespace sent on the request");
  }
}
