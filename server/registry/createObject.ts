import { randomUUID } from "node:crypto";
import type { FieldError } from "../../shared/fieldError.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../shared/object.ts";
import { ApiError, alreadyExists, invalid } from "../../shared/status.ts";
import { timestamp } from "../../shared/time.ts";
import { withResourceVersion } from "../cache/cachedObject.ts";
import { validateObjectMeta } from "../resources/validation/objectMeta.ts";
import { settleEmpties } from "../schema/settleEmpties.ts";
import { generateName } from "./generateName.ts";
import { dropDuplicateOwners } from "./ownerReferences.ts";
import { metadataOptions, type WriteContext } from "./strategy.ts";
import {
  admissionRequest,
  refusedKind,
  type StoreDependencies,
  toStored,
  type WriteRequest,
  type WriteResult,
} from "./write.ts";

/**
 * Creates an object: admit → reserve → prepare → validate → admit → commit. `object` is decoded, defaulted, and carries its
 * managedFields; it is changed in place.
 * @param permit refuses a valid object that may not be created, before admission validates it
 */
export async function createObject(
  deps: StoreDependencies,
  request: WriteRequest,
  object: ApiObject,
  permit?: () => Promise<void>,
): Promise<WriteResult> {
  const { resource, strategy, context } = request;
  const meta = object.metadata;
  const givenVersion = meta.resourceVersion;
  const admission = admissionRequest(request, "CREATE", object, undefined);
  await deps.admission.admit(admission);
  dropDuplicateOwners(object, context.warn, "admitted");
  // A refusal does not know a name that is yet to be generated.
  await strategy.authorize?.(context, object, undefined);
  fillSystemFields(object, context);
  const reservation = strategy.reserve?.(context, object, undefined);
  try {
    strategy.prepareForCreate?.(context, object);
    if (strategy.tracksGeneration === true) meta.generation = 1;
    const errors = validateNew(request, object);
    if (errors.length > 0) throw invalid(refusedKind(resource), meta.name ?? meta.generateName ?? "", errors);
    for (const warning of strategy.warningsOnCreate?.(context, object) ?? []) context.warn(warning);
    strategy.canonicalize?.(object);
    await permit?.();
    // Plugins that judge know the name that was generated meanwhile.
    await deps.admission.validate({ ...admission, name: admission.name || (meta.name ?? "") });
    if (resource.custom === undefined) settleEmpties(resource.node, object);
    const name = meta.name ?? "";
    const key = resource.key(context.namespace, name);
    if (context.dryRun) {
      if (resource.cache.get(key) !== undefined) throw alreadyExists(resource, name);
      // A dry run fails, too, when there is no form that could be stored.
      toStored(resource, object);
      reservation?.release();
      if (givenVersion !== undefined) meta.resourceVersion = givenVersion;
      return { object, created: true };
    }
    if (/^\d*[1-9]\d*$/.test(givenVersion ?? "")) throw versionAtCreation();
    const stored = toStored(resource, object);
    const result = await deps.storage.commit([
      { type: "put", key, value: stringifyJson(stored), guard: { absent: true }, attachment: stored },
    ]);
    if (!result.ok) throw alreadyExists(resource, name);
    reservation?.commit();
    return { object: resource.fromStorage(withResourceVersion(stored, result.revision)), created: true };
  } catch (error) {
    reservation?.release();
    throw error;
  }
}

function validateNew({ resource, strategy, context }: WriteRequest, object: ApiObject): FieldError[] {
  const general = validateObjectMeta(
    object.metadata,
    metadataOptions(strategy, resource.namespaced, context.vocabulary),
  );
  const own = strategy.validate?.(context, object) ?? [];
  if (strategy.plainMetadata !== true) return [...general, ...own];
  return own.length > 0 ? own : general;
}

/** The storage's own words: what does not exist has no version. What is no number counts as none. */
const versionAtCreation = (): ApiError =>
  new ApiError(500, "", "resourceVersion should not be set on objects to be created");

/** What the server alone decides about a new object. */
function fillSystemFields(object: ApiObject, context: WriteContext): void {
  const meta = object.metadata;
  meta.creationTimestamp = timestamp(context.now());
  meta.uid = randomUUID();
  delete meta.deletionTimestamp;
  delete meta.deletionGracePeriodSeconds;
  delete meta.resourceVersion;
  delete (meta as { selfLink?: string }).selfLink;
  if ((meta.name ?? "") === "" && (meta.generateName ?? "") !== "") meta.name = generateName(meta.generateName ?? "");
}
