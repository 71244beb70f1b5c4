import { equalInSteps } from "../../../../shared/collections/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { notFound } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { turnFor } from "../../../ground/turns/turnFor.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { withResourceVersion } from "../../../store/cache/cachedObject.ts";
import { authorizeCreation } from "./authorizeCreation.ts";
import { removeCompanion } from "./companion.ts";
import { createOnce } from "./createObject.ts";
import { guaranteedUpdate, type Offer, RACED, type Raced, updateTarget } from "./guaranteedUpdate.ts";
import { pendingWrite } from "./pendingWrite.ts";
import { preparedUpdate } from "./preparedUpdate.ts";
import { missingUid } from "./updatePreconditions.ts";
import {
  answerFor,
  dryAnswer,
  type Existing,
  guardOn,
  lifeOf,
  type StoreDependencies,
  toStored,
  type WriteRequest,
  type WriteResult,
} from "./write.ts";

export interface UpdateOptions {
  /**
   * Builds the new object from the current one: decoded, defaulted, with managedFields. Called once per attempt. Must
   * return a private object.
   */
  readonly transform: (existing: Existing | undefined) => Promise<ApiObject> | ApiObject;
  /** The transformed object names the version that it changes, so a newer stored version makes the write fail. */
  readonly versioned: boolean;
  /** The result of the transform may depend on the version of the object it starts from. */
  readonly readsVersion?: boolean;
  /** A missing object is created (PUT where the kind allows it, apply always). */
  readonly createIfMissing: boolean;
}

/**
 * Updates, or creates where allowed: read → transform → admit → reserve → prepare → validate → admit → commit with a
 * guard. Starts over when another write changes the object first.
 */
export async function updateObject(
  deps: StoreDependencies,
  request: WriteRequest,
  { transform, versioned, readsVersion, createIfMissing }: UpdateOptions,
): Promise<WriteResult> {
  // Rules written by users and conversion webhooks may read the version of the object that is changed.
  const follows = readsVersion !== true && request.resource.prepare === undefined && !deps.admission.showsVersions();
  return guaranteedUpdate(deps, { ...updateTarget(request), versioned, follows }, async (existing, offer) => {
    if (existing !== undefined) return updateOnce(deps, request, existing, await transform(existing), offer);
    if (!createIfMissing) throw notFound(request.resource, request.name);
    const object = await transform(undefined);
    const { uid = "" } = object.metadata;
    if (uid !== "") throw missingUid(request, uid);
    if (!request.context.dryRun) delete object.metadata.resourceVersion;
    return createOnce(deps, request, object, () => authorizeCreation(request));
  });
}

async function updateOnce(
  deps: StoreDependencies,
  request: WriteRequest,
  existing: Existing,
  transformed: ApiObject,
  offer: Offer,
): Promise<WriteResult | Raced> {
  const { resource, strategy, context } = request;
  const { object, reservation } = await preparedUpdate(deps, request, transformed, existing.object);
  let stored = false;
  try {
    const { deletionTimestamp, finalizers = [], deletionGracePeriodSeconds = 0 } = object.metadata;
    const last = deletionTimestamp !== undefined && finalizers.length === 0;
    const removed = last && deletionGracePeriodSeconds === 0 && strategy.isHeld?.(object) !== true;
    const key = resource.key(context.namespace, request.name);
    await turnFor(object);
    // An object stored in an outdated form is written even without a change: this rotates keys and retires versions.
    if (
      !removed &&
      existing.outdated !== true &&
      !completesCreation(deps, resource, existing) &&
      (await inTurns(isUnchanged(object, existing.object), context.inFlight)) &&
      (context.dryRun || (await deps.store.isStale?.(key)) !== true)
    ) {
      return await unchanged(existing);
    }
    // A failure from here on may leave the change stored.
    stored = true;
    const outcome = await commitUpdate(deps, request, existing, object, removed, offer);
    stored = outcome !== RACED && !removed;
    if (outcome !== RACED && !context.dryRun) {
      await strategy.releaseUnused?.(context, existing.object, removed ? undefined : object);
    }
    return outcome;
  } finally {
    await reservation?.release(stored);
  }
}

/** Whether the reference would now store defaults that it omitted when it created the object. */
const completesCreation = (
  { quirks }: StoreDependencies,
  { definition }: WriteRequest["resource"],
  existing: Existing,
): boolean =>
  existing.isAsCreated === true &&
  quirks?.follows("defaultsAreWritten") === true &&
  definition.strategy.isCreatedBare?.(existing.object) === true;

/** The response to an update without changes: the existing object, once it is stored. */
async function unchanged({ object, pending }: Existing): Promise<WriteResult | Raced> {
  if (pending === undefined) return { object, created: false };
  const revision = await pending.outcome;
  return revision === undefined ? RACED : { object: withResourceVersion(object, revision), created: false };
}

const isUnchanged = (object: ApiObject, old: ApiObject): Steps<boolean> =>
  equalInSteps(
    { ...object, metadata: { ...object.metadata, resourceVersion: undefined } },
    { ...old, metadata: { ...old.metadata, resourceVersion: undefined } },
  );

/** @param removed the change removes the last thing that a terminating object waited for */
async function commitUpdate(
  deps: StoreDependencies,
  request: WriteRequest,
  existing: Existing,
  object: ApiObject,
  removed: boolean,
  offer: Offer,
): Promise<WriteResult | Raced> {
  const { resource, context } = request;
  // A dry run also fails when the object cannot be encoded for storage.
  const stored = await inTurns(toStored(resource, object), context.inFlight);
  if (context.dryRun) {
    object.metadata.resourceVersion = existing.object.metadata.resourceVersion ?? "";
    return { object: dryAnswer(resource, object, stored), created: false };
  }
  const answer = await answerFor(resource, stored, context.inFlight);
  const key = resource.key(context.namespace, request.name);
  const value = removed ? "" : await inTurns(deps.store.encode(stored), context.inFlight);
  const guard = guardOn(existing);
  if (guard === undefined) return RACED;
  const committed = deps.store.commit([
    removed
      ? { type: "delete", key, guard }
      : {
          type: "put",
          key,
          value,
          guard,
          attachment: stored,
          freesSpace: stored.metadata.deletionTimestamp !== undefined,
          timeToLive: lifeOf(resource, deps),
        },
  ]);
  if (!removed) offer(pendingWrite(stored, existing.revision, committed));
  const result = await committed;
  if (!result.ok) return RACED;
  if (removed) {
    await removeCompanion(deps, request);
    // The object as it was when its last finalizer was removed: the removal itself gives it no new version.
    return { object: answer((await existing.pending?.outcome) ?? existing.revision), created: false };
  }
  return { object: answer(result.revision), created: false };
}
