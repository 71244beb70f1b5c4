import { equalInSteps } from "../../../../shared/deepEqual.ts";
import type { ApiObject } from "../../../../shared/object.ts";
import { notFound } from "../../../../shared/status.ts";
import type { Steps } from "../../../../shared/steps.ts";
import { turnFor } from "../../../ground/turns/turnFor.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { authorizeCreation } from "./authorizeCreation.ts";
import { removeCompanion } from "./companion.ts";
import { createOnce } from "./createObject.ts";
import { guaranteedUpdate, RACED, type Raced, updateTarget } from "./guaranteedUpdate.ts";
import { preparedUpdate } from "./preparedUpdate.ts";
import { otherUid } from "./updatePreconditions.ts";
import {
  answerFor,
  type Existing,
  lifeOf,
  type StoreDependencies,
  toStored,
  type WriteRequest,
  type WriteResult,
} from "./write.ts";

export interface UpdateOptions {
  /**
   * Builds the new object from what is stored now: decoded, defaulted, with managedFields. Called once for each attempt.
   * Must return a private object.
   */
  readonly transform: (existing: Existing | undefined) => Promise<ApiObject> | ApiObject;
  /** What the transform builds names the version that it changes, so that a later one refuses it. */
  readonly versioned: boolean;
  /** A missing object is created (PUT where the kind allows it, apply always). */
  readonly createIfMissing: boolean;
}

/**
 * Updates, or creates where allowed: read → transform → admit → reserve → prepare → validate → admit → commit with a guard.
 * Starts over while other writes are faster.
 */
export async function updateObject(
  deps: StoreDependencies,
  request: WriteRequest,
  { transform, versioned, createIfMissing }: UpdateOptions,
): Promise<WriteResult> {
  return guaranteedUpdate(deps, { ...updateTarget(request), versioned }, async (existing) => {
    if (existing !== undefined) return updateOnce(deps, request, existing, await transform(existing));
    if (!createIfMissing) throw notFound(request.resource, request.name);
    const object = await transform(undefined);
    const { uid = "" } = object.metadata;
    if (uid !== "") throw otherUid(request, uid, "");
    delete object.metadata.resourceVersion;
    return createOnce(deps, request, object, () => authorizeCreation(request));
  });
}

async function updateOnce(
  deps: StoreDependencies,
  request: WriteRequest,
  existing: Existing,
  transformed: ApiObject,
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
    // What is stored in an older form is written again, even without a change: so keys are rotated and versions retired.
    if (
      !removed &&
      existing.outdated !== true &&
      (await inTurns(isUnchanged(object, existing.object))) &&
      (context.dryRun || (await deps.store.isStale?.(key)) !== true)
    ) {
      return { object: existing.object, created: false };
    }
    // What fails from here on may have been stored all the same.
    stored = true;
    const outcome = await commitUpdate(deps, request, existing, object, removed);
    stored = outcome !== RACED && !removed;
    if (outcome !== RACED && !context.dryRun) {
      await strategy.letGo?.(context, existing.object, removed ? undefined : object);
    }
    return outcome;
  } finally {
    await reservation?.release(stored);
  }
}

const isUnchanged = (object: ApiObject, old: ApiObject): Steps<boolean> =>
  equalInSteps(
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
): Promise<WriteResult | Raced> {
  const { resource, context } = request;
  // A dry run fails, too, when there is no form that could be stored.
  const stored = await inTurns(toStored(resource, object));
  if (context.dryRun) {
    object.metadata.resourceVersion = existing.object.metadata.resourceVersion ?? "";
    return { object, created: false };
  }
  const answer = await answerFor(resource, stored);
  const key = resource.key(context.namespace, request.name);
  const guard = { modRevision: existing.revision };
  const result = await deps.store.commit([
    removed
      ? { type: "delete", key, guard }
      : {
          type: "put",
          key,
          value: await inTurns(deps.store.encode(stored)),
          guard,
          attachment: stored,
          freesSpace: stored.metadata.deletionTimestamp !== undefined,
          ...lifeOf(resource, deps),
        },
  ]);
  if (!result.ok) return RACED;
  if (removed) {
    await removeCompanion(deps, request);
    // The object as it was when its last finalizer went: the removal itself gives it no new version.
    return { object: answer(existing.revision), created: false };
  }
  return { object: answer(result.revision), created: false };
}
