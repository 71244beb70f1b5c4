import { randomUUID } from "node:crypto";
import type { FieldError } from "../../../../shared/fieldError.ts";
import { cloneInSteps } from "../../../../shared/json/jsonValues.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError, alreadyExists, generateNameConflict, invalid } from "../../../../shared/status.ts";
import { finished } from "../../../../shared/steps.ts";
import { timestamp } from "../../../../shared/time.ts";
import { turnFor } from "../../../ground/turns/turnFor.ts";
import { inTurns, turnAfter } from "../../../ground/turns/turns.ts";
import { nullifyEmpties } from "../../../model/schema/nullifyEmpties.ts";
import { objectMetaErrors } from "../metadata/objectMeta.ts";
import { metadataOptions, type Strategy, type WriteContext } from "../strategy.ts";
import { generateName } from "./generateName.ts";
import { RACED, type Raced } from "./guaranteedUpdate.ts";
import { dropDuplicateOwners } from "./ownerReferences.ts";
import { reportWarnings } from "./reportWarnings.ts";
import {
  admissionRequest,
  answerFor,
  dryAnswer,
  lifeOf,
  refusedKind,
  type StoreDependencies,
  toStored,
  type WriteRequest,
  type WriteResult,
} from "./write.ts";

/** Maximum number of names generated for one object until a free one is found, as in the reference. */
const NAME_ATTEMPTS = 8;

/**
 * Creates an object: admit → reserve → prepare → validate → admit → commit. `object` is decoded, defaulted, and carries
 * its managedFields; it may be changed in place. If a generated name is taken, another one is generated.
 *
 * @throws ApiError 409 when the name is taken
 */
export async function createObject(
  deps: StoreDependencies,
  request: WriteRequest,
  object: ApiObject,
): Promise<WriteResult> {
  const { name = "", generateName = "" } = object.metadata;
  const attempts = name === "" && generateName !== "" ? NAME_ATTEMPTS : 1;
  for (let attempt = 1; ; attempt += 1) {
    // An attempt modifies its object, so every attempt but the last gets a copy.
    const own = attempt < attempts ? ((await inTurns(cloneInSteps(object))) as ApiObject) : object;
    const outcome = await createOnce(deps, request, own);
    if (outcome !== RACED) return outcome;
    if (attempt < attempts) continue;
    const taken = own.metadata.name ?? "";
    throw generateName === "" ? alreadyExists(request.resource, taken) : generateNameConflict(request.resource, taken);
  }
}

/**
 * A single attempt at creating an object, also used by writes that create only what is missing.
 *
 * @param permit throws for a valid object that the user may not create; called before validating admission
 * @returns RACED when the name is taken
 */
export async function createOnce(
  deps: StoreDependencies,
  request: WriteRequest,
  object: ApiObject,
  permit?: () => Promise<void>,
): Promise<WriteResult | Raced> {
  const { resource, strategy, context } = request;
  const meta = object.metadata;
  const givenVersion = meta.resourceVersion;
  const admission = admissionRequest(request, "CREATE", object, undefined);
  await deps.admission.admit(admission);
  await inTurns(dropDuplicateOwners(object, context.warn, "admitted"));
  // A generated name does not exist yet, so a refusal does not contain it.
  await strategy.authorize?.(context, object, undefined);
  fillSystemFields(object, strategy, context);
  const reservation = await strategy.reserve?.(context, object, undefined);
  let stored = false;
  try {
    await inTurns(finished(strategy.prepareForCreate?.(context, object)), context.inFlight);
    if (strategy.tracksGeneration === true) meta.generation = 1;
    await turnFor(object);
    const errors = await validateNew(request, object);
    if (errors.length > 0) throw invalid(refusedKind(resource), meta.name ?? meta.generateName ?? "", errors);
    await inTurns(reportWarnings(context, strategy.warningsOnCreate?.(context, object)), context.inFlight);
    await inTurns(finished(strategy.canonicalize?.(object)), context.inFlight);
    await turnFor(object);
    await permit?.();
    // Validating plugins see the name that was generated meanwhile.
    await deps.admission.validate({ ...admission, name: admission.name || (meta.name ?? "") });
    if (resource.custom === undefined) nullifyEmpties(resource.node, object);
    // A failure from here on may leave the object stored.
    stored = true;
    const outcome = await commitNew(deps, request, object, givenVersion);
    stored = outcome !== RACED;
    return outcome;
  } finally {
    await reservation?.release(stored);
  }
}

async function commitNew(
  deps: StoreDependencies,
  { resource, context }: WriteRequest,
  object: ApiObject,
  givenVersion: string | undefined,
): Promise<WriteResult | Raced> {
  const { store } = deps;
  const key = resource.key(context.namespace, object.metadata.name ?? "");
  if (context.dryRun) {
    if (resource.cache.get(key) !== undefined) return RACED;
    // A dry run also fails when the object cannot be encoded for storage.
    const form = await inTurns(toStored(resource, object), context.inFlight);
    if (givenVersion !== undefined) object.metadata.resourceVersion = givenVersion;
    return { object: dryAnswer(resource, object, form), created: true };
  }
  if (givenVersion !== undefined && /^\d+$/.test(givenVersion) && /[1-9]/.test(givenVersion)) throw versionAtCreation();
  const printing = performance.now();
  const stored = await inTurns(toStored(resource, object), context.inFlight);
  const answer = await answerFor(resource, stored, context.inFlight);
  const value = await inTurns(store.encode(stored), context.inFlight);
  await turnAfter(printing);
  const result = await store.commit([
    { type: "put", key, value, guard: { absent: true }, attachment: stored, timeToLive: lifeOf(resource, deps) },
  ]);
  if (!result.ok) return RACED;
  return { object: answer(result.revision), created: true };
}

async function validateNew({ resource, strategy, context }: WriteRequest, object: ApiObject): Promise<FieldError[]> {
  const { namespaced } = resource;
  const options = metadataOptions(strategy, object, namespaced, context.vocabulary);
  const isPlain = strategy.plainMetadata === true;
  const ofMetadata = isPlain ? [] : await inTurns(objectMetaErrors(object.metadata, options), context.inFlight);
  const steps = strategy.validating?.(context, object);
  const own =
    steps === undefined ? (strategy.validate?.(context, object) ?? []) : await inTurns(steps, context.inFlight);
  const found = [...ofMetadata, ...own];
  // The rules for every kind are checked last; most kinds already include them in their own rules.
  if (found.length > 0 || !(isPlain || options.nameFormat === "any")) return found;
  return inTurns(objectMetaErrors(object.metadata, { namespaced, nameFormat: "pathSegment" }), context.inFlight);
}

/** The message of the reference's storage layer: a new object has no version. A non-numeric version counts as none. */
const versionAtCreation = (): ApiError =>
  new ApiError(500, "", "resourceVersion should not be set on objects to be created");

/**
 * Sets the fields of a new object that only the server decides. A PUT or an apply that creates an object may, as in the
 * reference, create it in its terminating state.
 */
function fillSystemFields(object: ApiObject, { nameFormat }: Strategy, context: WriteContext): void {
  const meta = object.metadata;
  meta.creationTimestamp = timestamp(context.now());
  meta.uid = randomUUID();
  delete meta.resourceVersion;
  delete (meta as { selfLink?: string }).selfLink;
  const base = meta.generateName ?? "";
  if ((meta.name ?? "") === "" && base !== "") meta.name = nameFormat === "address" ? base : generateName(base);
}
