import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError, conflict, forbidden, notFound, qualifiedKind } from "../../../../shared/status.ts";
import { timestamp } from "../../../../shared/time.ts";
import { milliseconds } from "../../../ground/timing/milliseconds.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { withResourceVersion } from "../../../store/cache/cachedObject.ts";
import type { DefaultDeletion } from "../strategy.ts";
import { removeCompanion } from "../write/companion.ts";
import { guaranteedUpdate, RACED, type Raced, updateTarget } from "../write/guaranteedUpdate.ts";
import {
  admissionRequest,
  answerFor,
  type Existing,
  type StoreDependencies,
  toStored,
  type WriteRequest,
} from "../write/write.ts";
import type { DeleteOptions } from "./deleteOptions.ts";

export interface DeletionResult {
  /** The removed object, or the object in its terminating state. */
  readonly object: ApiObject;
  /** False while finalizers or a grace period keep the object. */
  readonly removed: boolean;
}

const ORPHAN = "orphan";
const FOREGROUND = "foregroundDeletion";

/**
 * Deletes an object: checks preconditions, then removes it at once or, when finalizers or a grace period require it,
 * marks it as terminating. Starts over when another write changes the object first.
 */
export async function deleteObject(
  deps: StoreDependencies,
  request: WriteRequest,
  options: DeleteOptions,
): Promise<DeletionResult> {
  const refusal = request.unnamed === true ? undefined : request.strategy.refusesDeletion?.(request.name);
  if (refusal !== undefined) throw forbidden(request.resource, request.name, refusal);
  const versioned = options.preconditions?.resourceVersion !== undefined;
  // Warnings about deleting this kind are sent even when the object does not exist.
  warnOfDeletion(request);
  return guaranteedUpdate(deps, { ...updateTarget(request), versioned }, async (existing) => {
    if (existing === undefined) throw notFound(request.resource, request.name);
    return deleteOnce(deps, request, options, existing);
  });
}

/** Adds the kind's warnings about a deletion with these options. */
export function warnOfDeletion({
  strategy,
  context,
  options,
}: Pick<WriteRequest, "strategy" | "context" | "options">): void {
  for (const warning of strategy.warningsOnDelete?.(options) ?? []) context.warn(warning);
}

async function deleteOnce(
  deps: StoreDependencies,
  request: WriteRequest,
  options: DeleteOptions,
  existing: Existing,
): Promise<DeletionResult | Raced> {
  const { resource, context, name, strategy } = request;
  const old = existing.object;
  checkPreconditions(request, options, old);
  const pending = old.metadata.deletionTimestamp !== undefined;
  // A deletion of a terminating object that its kind holds back changes nothing, so admission is not asked.
  if (pending && strategy.isHeld?.(old) === true) return { object: old, removed: false };
  const admission = admissionRequest(request, "DELETE", undefined, old);
  await deps.admission.admit(admission);
  await deps.admission.validate(admission);
  if (!pending && strategy.terminate !== undefined) {
    const next = strategy.terminate(old, timestamp(context.now()), context.vocabulary, options);
    return commitTermination(deps, request, existing, next);
  }
  const next: ApiObject = { ...old, metadata: { ...old.metadata } };
  const finalizers = finalizersFor(old, options, strategy.defaultDeletion);
  const requested = options.gracePeriodSeconds;
  const waits = strategy.gracefulDeletion === undefined ? 0 : (old.metadata.deletionGracePeriodSeconds ?? 0);
  let grace = pending ? 0 : (strategy.gracefulDeletion?.(context, next, requested) ?? 0);
  let from = context.now();
  if (pending && waits > 0) {
    // A second deletion may shorten the grace period, never lengthen it; its other options are ignored during that
    // period.
    if (requested === undefined || requested >= waits) return { object: old, removed: false };
    grace = requested < 0 ? 1 : requested;
    from = Date.parse(old.metadata.deletionTimestamp ?? "") - milliseconds(waits);
  }
  const kept = (finalizers ?? old.metadata.finalizers ?? []).length > 0;
  const removed = !kept && grace === 0;
  const meta = next.metadata;
  if (finalizers !== undefined) {
    if (finalizers.length > 0) meta.finalizers = finalizers;
    else delete meta.finalizers;
  }
  if (!removed) {
    if (pending && old.metadata.deletionGracePeriodSeconds === grace) {
      if (finalizers === undefined) return { object: old, removed: false };
    } else {
      const time = from + milliseconds(grace);
      // An object that does not wait for a grace period keeps its time, unless that is yet to come.
      const known = pending && waits === 0 ? Date.parse(meta.deletionTimestamp ?? "") : Number.POSITIVE_INFINITY;
      if (!(known <= time)) meta.deletionTimestamp = timestamp(time);
      meta.deletionGracePeriodSeconds = grace;
      if (!pending && meta.generation !== undefined && meta.generation > 0) meta.generation += 1;
    }
  }
  // A kind with grace periods shows a grace period of zero on removal.
  if (removed && strategy.gracefulDeletion !== undefined) {
    meta.deletionTimestamp ??= timestamp(context.now());
    meta.deletionGracePeriodSeconds = 0;
  }
  const key = resource.key(context.namespace, name);
  if (context.dryRun) {
    // A dry run also fails when the object cannot be encoded for storage.
    if (!removed) await inTurns(toStored(resource, next), context.inFlight);
    return { object: next, removed };
  }
  if (!removed) return commitPut(deps, request, key, next, existing.revision);
  let { revision } = existing;
  // An object that waited for its grace period is stored with a period of zero before it is removed.
  if (pending && waits > 0) {
    const shown = await commitPut(deps, request, key, next, revision);
    if (shown === RACED) return RACED;
    revision = Number(shown.object.metadata.resourceVersion);
  }
  const result = await deps.store.commit([{ type: "delete", key, guard: { modRevision: revision } }]);
  if (!result.ok) return RACED;
  await strategy.releaseUnused?.(context, old, undefined);
  await removeCompanion(deps, request);
  // The response carries the revision of the removal. An object without a grace period is returned as it was stored,
  // its finalizers included.
  const last = strategy.gracefulDeletion === undefined || (pending && waits === 0) ? old : next;
  return { object: withResourceVersion(last, result.revision), removed: true };
}

/** Stores the terminating state that the kind gives an object at its first deletion. */
async function commitTermination(
  deps: StoreDependencies,
  request: WriteRequest,
  { revision }: Existing,
  next: ApiObject,
): Promise<DeletionResult | Raced> {
  const { resource, context, name } = request;
  if (context.dryRun) return { object: next, removed: false };
  return commitPut(deps, request, resource.key(context.namespace, name), next, revision);
}

/** Stores the new state of an object that is not removed. */
async function commitPut(
  deps: StoreDependencies,
  { resource, context }: WriteRequest,
  key: string,
  next: ApiObject,
  modRevision: number,
): Promise<DeletionResult | Raced> {
  const stored = await inTurns(toStored(resource, next), context.inFlight);
  const answer = await answerFor(resource, stored, context.inFlight);
  const value = await inTurns(deps.store.encode(stored));
  const result = await deps.store.commit([
    { type: "put", key, value, guard: { modRevision }, attachment: stored, freesSpace: true },
  ]);
  if (!result.ok) return RACED;
  return { object: answer(result.revision), removed: false };
}

/** @throws ApiError 409, whose message names the kind, unlike other conflicts; kinds that terminate have their own */
export function checkPreconditions(request: WriteRequest, options: DeleteOptions, old: ApiObject): void {
  const { uid, resourceVersion } = options.preconditions ?? {};
  const terminates = request.strategy.terminate !== undefined;
  const fail = (precondition: string, expected: string, actual: string | undefined, message: string): ApiError =>
    terminates
      ? conflict(
          request.resource,
          request.name,
          `Precondition failed: ${precondition} in precondition: ${expected}, ${precondition} in object meta: ${actual}`,
        )
      : preconditionFailed(
          request,
          `the ${precondition} in the precondition (${expected}) does not match the ${precondition} in record (${actual}). The object might have been ${message}`,
        );
  const { metadata } = old;
  if (uid !== undefined && uid !== metadata.uid) throw fail("UID", uid, metadata.uid, "deleted and then recreated");
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw fail("ResourceVersion", resourceVersion, metadata.resourceVersion, "modified");
  }
}

function preconditionFailed({ resource, name }: WriteRequest, message: string): ApiError {
  return new ApiError(
    409,
    "Conflict",
    `Operation cannot be fulfilled on ${qualifiedKind(resource)} ${JSON.stringify(name)}: ${message}`,
    { name, ...(resource.group === "" ? {} : { group: resource.group }), kind: resource.kind },
  );
}

/**
 * The finalizers after applying the propagation policy; undefined when they do not change. Orphan and Foreground each
 * add their own finalizer and remove the other's. Background removes both, as does every policy for kinds without
 * dependents.
 */
function finalizersFor(
  object: ApiObject,
  options: DeleteOptions,
  defaultDeletion: DefaultDeletion | undefined,
): string[] | undefined {
  const before = object.metadata.finalizers ?? [];
  const isSupported = defaultDeletion !== "Unsupported";
  const orphan = isSupported && shouldOrphan(before, options, defaultDeletion);
  const foreground = isSupported && shouldDeleteInForeground(before, options);
  const after = before.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  if (orphan) after.push(ORPHAN);
  if (foreground) after.push(FOREGROUND);
  const known = new Set(before);
  const same = after.length === before.length && after.every((finalizer) => known.has(finalizer));
  return same ? undefined : after;
}

function shouldOrphan(
  finalizers: readonly string[],
  options: DeleteOptions,
  defaultDeletion: DefaultDeletion | undefined,
): boolean {
  if (options.orphanDependents !== undefined) return options.orphanDependents;
  if (options.propagationPolicy !== undefined) return options.propagationPolicy === "Orphan";
  if (finalizers.includes(ORPHAN)) return true;
  if (finalizers.includes(FOREGROUND)) return false;
  return defaultDeletion === "Orphan";
}

function shouldDeleteInForeground(finalizers: readonly string[], options: DeleteOptions): boolean {
  if (options.orphanDependents !== undefined) return false;
  if (options.propagationPolicy !== undefined) return options.propagationPolicy === "Foreground";
  return finalizers.includes(FOREGROUND);
}
