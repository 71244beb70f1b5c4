import { randomUUID } from "node:crypto";
import { deepEqual } from "../../shared/deepEqual.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import type { ApiObject, GroupVersionKind } from "../../shared/object.ts";
import { ApiError, alreadyExists, conflict, invalid, notFound } from "../../shared/status.ts";
import { timestamp } from "../../shared/time.ts";
import type { AdmissionChain } from "../admission/chain.ts";
import type { AdmissionOperation, AdmissionRequest } from "../admission/plugin.ts";
import { revertTouchedTimes } from "../apply/fieldManager.ts";
import { withResourceVersion } from "../cache/cachedObject.ts";
import { invalidText } from "../resources/validation/goText.ts";
import { validateObjectMeta, validateObjectMetaUpdate } from "../resources/validation/objectMeta.ts";
import { settleEmpties } from "../schema/settleEmpties.ts";
import type { Storage } from "../storage/storage.ts";
import { admissionOptions } from "./admissionOptions.ts";
import { generateName } from "./generateName.ts";
import { dropDuplicateOwners } from "./ownerReferences.ts";
import { referenceKey } from "./referenceKey.ts";
import type { Resource } from "./resource.ts";
import type { Reservation, Strategy, WriteContext } from "./strategy.ts";

/** What the registry needs of the server around it. */
export interface StoreDependencies {
  readonly storage: Storage;
  readonly admission: AdmissionChain;
}

/** One write on its way: where it goes, on whose behalf, and the options the plugins see. */
export interface WriteRequest {
  readonly resource: Resource;
  readonly subresource: string;
  readonly context: WriteContext;
  readonly name: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Rules of the kind or of the sub-resource. */
  readonly strategy: Strategy;
  /** A uid in the body must be the stored one (PUT); otherwise it is checked like any immutable field. */
  readonly uidPrecondition?: boolean;
  /** The request names no object: it deletes a collection, of which this is one. */
  readonly unnamed?: boolean;
  /** What admission sees when the write goes through a view of the object (scale). */
  readonly view?: AdmittedView;
}

/** A view of an object, as admission sees it. */
export interface AdmittedView {
  /** With a rendered group. */
  readonly kind: GroupVersionKind;
  read(parent: ApiObject): ApiObject;
}

/** The stored state a write begins with, at the request's version. */
export interface Existing {
  readonly object: ApiObject;
  readonly revision: number;
}

export interface WriteResult {
  /** At the request's version. */
  readonly object: ApiObject;
  readonly created: boolean;
}

const MODIFIED = "the object has been modified; please apply your changes to the latest version and try again";
/** A patch without a resourceVersion starts over this often when somebody else was faster. */
const PATCH_ATTEMPTS = 5;

/** Reads what is stored, at the request's version. @throws UnreadableError */
export function readExisting(resource: Resource, namespace: string, name: string): Existing | undefined {
  const cached = resource.cache.get(resource.key(namespace, name));
  return cached === undefined ? undefined : { object: resource.fromStorage(cached.object), revision: cached.revision };
}

/**
 * Creates an object: admit → prepare → validate → admit → commit. `object` is decoded, defaulted, and carries its
 * managedFields; it is changed in place.
 */
export async function createObject(
  deps: StoreDependencies,
  request: WriteRequest,
  object: ApiObject,
): Promise<WriteResult> {
  const { resource, strategy, context } = request;
  const meta = object.metadata;
  if (meta.resourceVersion !== undefined && meta.resourceVersion !== "") {
    throw new ApiError(500, "", "resourceVersion should not be set on objects to be created");
  }
  const admission = admissionRequest(request, "CREATE", object, undefined);
  await deps.admission.admit(admission);
  dropDuplicateOwners(object, context.warn, "admitted");
  fillSystemFields(object, context);
  strategy.prepareForCreate?.(context, object);
  if (strategy.tracksGeneration === true) meta.generation = 1;
  await strategy.authorize?.(context, object, undefined);
  let reservation: Reservation | undefined;
  try {
    const errors = [
      ...validateObjectMeta(meta, {
        namespaced: resource.namespaced,
        nameFormat: strategy.nameFormat ?? "subdomain",
        ...(anyFinalizer(resource) ? {} : { vocabulary: context.vocabulary }),
      }),
      ...(strategy.validate?.(context, object) ?? []),
    ];
    if (errors.length > 0) throw invalid(resource, meta.name ?? meta.generateName ?? "", errors);
    for (const warning of strategy.warningsOnCreate?.(context, object) ?? []) context.warn(warning);
    strategy.canonicalize?.(object);
    // Plugins that judge know the name that was generated meanwhile.
    await deps.admission.validate({ ...admission, name: admission.name || (meta.name ?? "") });
    if (resource.custom === undefined) settleEmpties(resource.node, object);
    reservation = strategy.reserve?.(context, object, undefined);
    const name = meta.name ?? "";
    const key = resource.key(context.namespace, name);
    if (context.dryRun) {
      if (resource.cache.get(key) !== undefined) throw alreadyExists(resource, name);
      reservation?.release();
      return { object, created: true };
    }
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

export interface UpdateOptions {
  /**
   * Builds the new object from what is stored now: decoded, defaulted, with managedFields. Called again when somebody else
   * was faster and `retry` is set. Must return a private object.
   */
  readonly transform: (existing: Existing | undefined) => Promise<ApiObject> | ApiObject;
  /** Start over on a concurrent change, as patches without a resourceVersion do. */
  readonly retry: boolean;
  /** A missing object is created (PUT where the kind allows it, apply always). */
  readonly createIfMissing: boolean;
}

/** Updates, or creates where allowed: read → transform → admit → prepare → validate → admit → commit with a guard. */
export async function updateObject(
  deps: StoreDependencies,
  request: WriteRequest,
  options: UpdateOptions,
): Promise<WriteResult> {
  for (let attempt = 1; ; attempt++) {
    const existing = readExisting(request.resource, request.context.namespace, request.name);
    if (existing === undefined) {
      if (!options.createIfMissing) throw notFound(request.resource, request.name);
      const object = await options.transform(undefined);
      if (object.metadata.uid !== undefined && object.metadata.uid !== "") {
        throw conflict(request.resource, request.name, uidMismatch(request, object.metadata.uid, ""));
      }
      delete object.metadata.resourceVersion;
      return createObject(deps, request, object);
    }
    const outcome = await updateOnce(deps, request, existing, await options.transform(existing));
    if (outcome !== "raced") return outcome;
    if (!options.retry || attempt >= PATCH_ATTEMPTS) throw conflict(request.resource, request.name, MODIFIED);
  }
}

async function updateOnce(
  deps: StoreDependencies,
  request: WriteRequest,
  existing: Existing,
  transformed: ApiObject,
): Promise<WriteResult | "raced"> {
  const { resource, strategy, context } = request;
  const old = existing.object;
  let object = transformed;
  checkPreconditions(request, object, old);
  // What is written through a view was admitted as such, before it became a change of the parent.
  if (request.view === undefined) await deps.admission.admit(admissionRequest(request, "UPDATE", object, old));
  dropDuplicateOwners(object, context.warn, "admitted");
  keepSystemFields(object, old);
  strategy.prepareForUpdate?.(context, object, old);
  await strategy.authorize?.(context, object, old);
  object = revertTouchedTimes(old, object);
  const meta = object.metadata;
  const errors = [
    ...validateObjectMetaUpdate(
      meta,
      old.metadata,
      "metadata",
      anyFinalizer(resource) ? undefined : context.vocabulary,
    ),
    ...(strategy.validateUpdate?.(context, object, old) ?? strategy.validate?.(context, object) ?? []),
  ];
  if (errors.length > 0) throw invalid(resource, meta.name ?? "", errors);
  for (const warning of strategy.warningsOnUpdate?.(context, object, old) ?? []) context.warn(warning);
  strategy.canonicalize?.(object);
  const shown = (seen: ApiObject): ApiObject => request.view?.read(seen) ?? seen;
  await deps.admission.validate(admissionRequest(request, "UPDATE", shown(object), shown(old)));
  if (resource.custom === undefined) settleEmpties(resource.node, object);
  const key = resource.key(context.namespace, request.name);
  const unchanged = deepEqual(
    { ...object, metadata: { ...meta, resourceVersion: undefined } },
    {
      ...old,
      metadata: { ...old.metadata, resourceVersion: undefined },
    },
  );
  const last = meta.deletionTimestamp !== undefined && (meta.finalizers ?? []).length === 0;
  const removed = last && (meta.deletionGracePeriodSeconds ?? 0) === 0 && strategy.isHeld?.(object) !== true;
  // What is stored in an older form is written again, even without a change: so keys are rotated.
  if (unchanged && !removed && (context.dryRun || (await deps.storage.isStale?.(key)) !== true)) {
    return { object: old, created: false };
  }
  let reservation: Reservation | undefined;
  try {
    reservation = strategy.reserve?.(context, object, old);
    if (context.dryRun) {
      reservation?.release();
      meta.resourceVersion = old.metadata.resourceVersion ?? "";
      return { object, created: false };
    }
    const stored = toStored(resource, object);
    const guard = { modRevision: existing.revision };
    const result = await deps.storage.commit([
      removed
        ? { type: "delete", key, guard }
        : { type: "put", key, value: stringifyJson(stored), guard, attachment: stored },
    ]);
    if (!result.ok) {
      reservation?.release();
      reservation = undefined;
      return "raced";
    }
    reservation?.commit();
    if (removed) {
      request.resource.definition.strategy.afterDelete?.(context, object);
      // The object as it was when its last finalizer went: the removal itself gives it no new version.
      return { object: resource.fromStorage(withResourceVersion(stored, existing.revision)), created: false };
    }
    return { object: resource.fromStorage(withResourceVersion(stored, result.revision)), created: false };
  } catch (error) {
    reservation?.release();
    throw error;
  }
}

const anyFinalizer = (resource: Resource): boolean => resource.definition.strategy.anyFinalizer === true;

/** A changed uid or an outdated resourceVersion refuses the write before anything else is looked at. */
function checkPreconditions(request: WriteRequest, object: ApiObject, old: ApiObject): void {
  const { resource, name, strategy } = request;
  const { uid, resourceVersion } = object.metadata;
  if (request.uidPrecondition === true && uid !== undefined && uid !== "" && uid !== old.metadata.uid) {
    throw conflict(resource, name, uidMismatch(request, uid, old.metadata.uid ?? ""));
  }
  if (resourceVersion === undefined || resourceVersion === "" || resourceVersion === "0") {
    if (strategy.allowUnconditionalUpdate === false) {
      throw invalid({ group: resource.group, kind: resource.resource }, name, [
        invalidText("metadata.resourceVersion", "0x0", "must be specified for an update"),
      ]);
    }
  } else if (resourceVersion !== old.metadata.resourceVersion) {
    if (!/^\d+$/.test(resourceVersion)) {
      throw new ApiError(500, "", `strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: invalid syntax`);
    }
    throw conflict(resource, name, MODIFIED);
  }
}

/** The reference lets its storage's own words through here, key included. */
function uidMismatch({ resource, context, name }: WriteRequest, wanted: string, found: string): string {
  const key = `/registry${referenceKey(resource, context.namespace, name)}`;
  return `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`;
}

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

/** What a client may leave out of an update, or may not change, comes from the stored object. */
function keepSystemFields(object: ApiObject, old: ApiObject): void {
  const meta = object.metadata;
  const before = old.metadata;
  if (before.generation === undefined) delete meta.generation;
  else meta.generation = before.generation;
  if (meta.uid === undefined || meta.uid === "") assign(meta, "uid", before.uid);
  assign(meta, "creationTimestamp", before.creationTimestamp);
  if (meta.deletionTimestamp === undefined) assign(meta, "deletionTimestamp", before.deletionTimestamp);
  if (meta.deletionGracePeriodSeconds === undefined) {
    assign(meta, "deletionGracePeriodSeconds", before.deletionGracePeriodSeconds);
  }
}

function assign<K extends keyof ApiObject["metadata"]>(
  meta: ApiObject["metadata"],
  key: K,
  value: ApiObject["metadata"][K],
): void {
  if (value === undefined) delete meta[key];
  else meta[key] = value;
}

/** The form that is stored: the storage version, its type named, no resourceVersion. */
export function toStored(resource: Resource, object: ApiObject): ApiObject {
  const { apiVersion: _a, kind: _k, metadata: converted, ...rest } = resource.toStorage(object);
  const { resourceVersion: _, ...metadata } = converted;
  return { kind: resource.storageVersion.kind, apiVersion: resource.storageVersion.apiVersion, metadata, ...rest };
}

/** What admission plugins see of a write. */
export function admissionRequest(
  request: WriteRequest,
  operation: AdmissionOperation,
  object: ApiObject | undefined,
  oldObject: ApiObject | undefined,
): AdmissionRequest {
  const { resource, context } = request;
  const { annotate } = context;
  const name = request.unnamed === true ? "" : request.name;
  return {
    operation,
    kind: request.view?.kind ?? { group: resource.group, version: resource.version, kind: resource.kind },
    resource: { group: resource.group, version: resource.version, resource: resource.resource },
    subresource: request.subresource,
    namespace: resource.group === "" && resource.resource === "namespaces" ? name : context.namespace,
    name,
    object,
    oldObject,
    options: admissionOptions(operation, request.options, context.vocabulary),
    user: context.user,
    dryRun: context.dryRun,
    warn: context.warn,
    ...(annotate === undefined ? {} : { annotate }),
  };
}
