import type { ApiObject } from "../../../../shared/object.ts";
import { invalid } from "../../../../shared/status.ts";
import { finished } from "../../../../shared/steps.ts";
import { turnFor } from "../../../ground/turns/turnFor.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { revertTouchedTimes } from "../../../model/apply/fieldManager.ts";
import { nullifyEmpties } from "../../../model/schema/nullifyEmpties.ts";
import { metadataOptions, type Reservation } from "../strategy.ts";
import { dropDuplicateOwners } from "./ownerReferences.ts";
import { reportWarnings } from "./reportWarnings.ts";
import { updateErrors } from "./updateErrors.ts";
import { checkPreconditions } from "./updatePreconditions.ts";
import { admissionRequest, refusedKind, type StoreDependencies, type WriteRequest } from "./write.ts";

/** A change that is ready to be stored. */
export interface PreparedUpdate {
  readonly object: ApiObject;
  /** Items reserved for the change; the caller must release the reservation. */
  readonly reservation: Reservation | undefined;
}

/**
 * Prepares a changed object for storage: admit → reserve → prepare → validate → admit.
 *
 * @param object decoded and defaulted; changed in place
 * @throws ApiError 409 for a failed precondition, 422 for validation errors; errors of admission
 */
export async function preparedUpdate(
  deps: StoreDependencies,
  request: WriteRequest,
  object: ApiObject,
  old: ApiObject,
): Promise<PreparedUpdate> {
  checkPreconditions(request, object, old);
  // A write through a view has passed admission as the view, before it became a change of the parent.
  if (request.view === undefined) await deps.admission.admit(admissionRequest(request, "UPDATE", object, old));
  await inTurns(dropDuplicateOwners(object, request.context.warn, "admitted"));
  keepSystemFields(object, old);
  const reservation = await request.strategy.reserve?.(request.context, object, old);
  try {
    return { object: await validated(deps, request, object, old), reservation };
  } catch (error) {
    await reservation?.release(false);
    throw error;
  }
}

async function validated(
  deps: StoreDependencies,
  request: WriteRequest,
  object: ApiObject,
  old: ApiObject,
): Promise<ApiObject> {
  const { resource, strategy, context } = request;
  await inTurns(finished(strategy.prepareForUpdate?.(context, object, old)), context.inFlight);
  await strategy.authorize?.(context, object, old);
  await turnFor(object);
  const next = await inTurns(revertTouchedTimes(resource.node, old, object), context.inFlight);
  const options = metadataOptions(resource.definition.strategy, next, resource.namespaced, context.vocabulary);
  await turnFor(object);
  const errors = await inTurns(updateErrors(strategy, context, next, old, options), context.inFlight);
  if (errors.length > 0) throw invalid(refusedKind(resource), next.metadata.name ?? "", errors);
  await inTurns(reportWarnings(context, strategy.warningsOnUpdate?.(context, next, old)), context.inFlight);
  await inTurns(finished(strategy.canonicalize?.(next)), context.inFlight);
  await turnFor(object);
  const shown = (seen: ApiObject): ApiObject => request.view?.read(seen) ?? seen;
  await deps.admission.validate(admissionRequest(request, "UPDATE", shown(next), shown(old)));
  if (resource.custom === undefined) nullifyEmpties(resource.node, next);
  return next;
}

/** Copies from the stored object what a client may omit or may not change in an update. */
function keepSystemFields(object: ApiObject, old: ApiObject): void {
  const meta = object.metadata;
  const before = old.metadata;
  delete (meta as { selfLink?: string }).selfLink;
  if (before.generation === undefined) delete meta.generation;
  else meta.generation = before.generation;
  if (meta.uid === undefined || meta.uid === "") assign(meta, "uid", before.uid);
  assign(meta, "creationTimestamp", before.creationTimestamp);
  if (before.deletionTimestamp !== undefined) meta.deletionTimestamp = before.deletionTimestamp;
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
