import { deepEqual } from "../../shared/deepEqual.ts";
import { stringifyJson } from "../../shared/json/stringifyJson.ts";
import type { ApiObject } from "../../shared/object.ts";
import { notFound } from "../../shared/status.ts";
import { withResourceVersion } from "../cache/cachedObject.ts";
import { authorizeCreation } from "./authorizeCreation.ts";
import { createObject } from "./createObject.ts";
import { preparedUpdate } from "./preparedUpdate.ts";
import { modified, otherUid } from "./updatePreconditions.ts";
import {
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

/** Updates, or creates where allowed: read → transform → admit → reserve → prepare → validate → admit → commit with a guard. */
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
  const { object, reservation } = await preparedUpdate(deps, request, transformed, existing.object);
  let isStored = false;
  try {
    const { deletionTimestamp, finalizers = [], deletionGracePeriodSeconds = 0 } = object.metadata;
    const last = deletionTimestamp !== undefined && finalizers.length === 0;
    const removed = last && deletionGracePeriodSeconds === 0 && strategy.isHeld?.(object) !== true;
    const key = resource.key(context.namespace, request.name);
    // What is stored in an older form is written again, even without a change: so keys are rotated and versions retired.
    if (
      !removed &&
      existing.outdated !== true &&
      isUnchanged(object, existing.object) &&
      (context.dryRun || (await deps.storage.isStale?.(key)) !== true)
    ) {
      return { object: existing.object, created: false };
    }
    const outcome = await commitUpdate(deps, request, existing, object, removed);
    isStored = outcome !== "raced" && !context.dryRun;
    return outcome;
  } finally {
    if (isStored) reservation?.commit();
    else reservation?.release();
  }
}

const isUnchanged = (object: ApiObject, old: ApiObject): boolean =>
  deepEqual(
    { ...object, metadata: { ...object.metadata, resourceVersion: undefined } },
    { ...old, metadata: { ...old.metadata, resourceVersion: undefined } },
  );

/** @param removed the change lets go of an object that was waiting for that */
async function commitUpdate(
  deps: StoreDependencies,
  request: WriteRequest,
  existing: Existing,
  object: ApiObject,
  removed: boolean,
): Promise<WriteResult | "raced"> {
  const { resource, context } = request;
  // A dry run fails, too, when there is no form that could be stored.
  const stored = toStored(resource, object);
  if (context.dryRun) {
    object.metadata.resourceVersion = existing.object.metadata.resourceVersion ?? "";
    return { object, created: false };
  }
  const key = resource.key(context.namespace, request.name);
  const guard = { modRevision: existing.revision };
  const result = await deps.storage.commit([
    removed
      ? { type: "delete", key, guard }
      : { type: "put", key, value: stringifyJson(stored), guard, attachment: stored },
  ]);
  if (!result.ok) return "raced";
  if (removed) {
    resource.definition.strategy.afterDelete?.(context, object);
    // The object as it was when its last finalizer went: the removal itself gives it no new version.
    return { object: resource.fromStorage(withResourceVersion(stored, existing.revision)), created: false };
  }
  return { object: resource.fromStorage(withResourceVersion(stored, result.revision)), created: false };
}
