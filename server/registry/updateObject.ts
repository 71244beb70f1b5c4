import { deepEqual } from "../../shared/deepEqual.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../shared/object.ts";
import { invalid, notFound } from "../../shared/status.ts";
import { revertTouchedTimes } from "../apply/fieldManager.ts";
import { withResourceVersion } from "../cache/cachedObject.ts";
import { validateObjectMetaUpdate } from "../resources/validation/objectMeta.ts";
import { settleEmpties } from "../schema/settleEmpties.ts";
import { authorizeCreation } from "./authorizeCreation.ts";
import { createObject } from "./createObject.ts";
import { dropDuplicateOwners } from "./ownerReferences.ts";
import type { Reservation } from "./strategy.ts";
import { checkPreconditions, modified, otherUid } from "./updatePreconditions.ts";
import {
  admissionRequest,
  anyFinalizer,
  type Existing,
  readExisting,
  type StoreDependencies,
  toStored,
  type WriteRequest,
  type WriteResult,
} from "./write.ts";

/** A patch without a resourceVersion starts over this often when somebody else was faster. */
const PATCH_ATTEMPTS = 5;

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
        throw otherUid(request, object.metadata.uid, "");
      }
      delete object.metadata.resourceVersion;
      return createObject(deps, request, object, () => authorizeCreation(request));
    }
    const outcome = await updateOnce(deps, request, existing, await options.transform(existing));
    if (outcome !== "raced") return outcome;
    if (!options.retry || attempt >= PATCH_ATTEMPTS) throw modified(request);
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
