import type { ApiObject } from "../../shared/object.ts";
import { invalid } from "../../shared/status.ts";
import { revertTouchedTimes } from "../apply/fieldManager.ts";
import { validateObjectMetaUpdate } from "../resources/validation/objectMeta.ts";
import { settleEmpties } from "../schema/settleEmpties.ts";
import { dropDuplicateOwners } from "./ownerReferences.ts";
import { checkPreconditions } from "./updatePreconditions.ts";
import { admissionRequest, anyFinalizer, type StoreDependencies, type WriteRequest } from "./write.ts";

/**
 * The changed object as it may be stored: admit → prepare → validate → admit.
 *
 * @param object decoded and defaulted; changed in place
 * @throws ApiError 409 for a precondition that fails, 422 for what is not valid, and what admission refuses with
 */
export async function preparedUpdate(
  deps: StoreDependencies,
  request: WriteRequest,
  object: ApiObject,
  old: ApiObject,
): Promise<ApiObject> {
  const { resource, strategy, context } = request;
  checkPreconditions(request, object, old);
  // What is written through a view was admitted as such, before it became a change of the parent.
  if (request.view === undefined) await deps.admission.admit(admissionRequest(request, "UPDATE", object, old));
  dropDuplicateOwners(object, context.warn, "admitted");
  keepSystemFields(object, old);
  strategy.prepareForUpdate?.(context, object, old);
  await strategy.authorize?.(context, object, old);
  const next = revertTouchedTimes(old, object);
  const vocabulary = anyFinalizer(resource) ? undefined : context.vocabulary;
  const errors = [
    ...validateObjectMetaUpdate(next.metadata, old.metadata, "metadata", vocabulary),
    ...(strategy.validateUpdate?.(context, next, old) ?? strategy.validate?.(context, next) ?? []),
  ];
  if (errors.length > 0) throw invalid(resource, next.metadata.name ?? "", errors);
  for (const warning of strategy.warningsOnUpdate?.(context, next, old) ?? []) context.warn(warning);
  strategy.canonicalize?.(next);
  const shown = (seen: ApiObject): ApiObject => request.view?.read(seen) ?? seen;
  await deps.admission.validate(admissionRequest(request, "UPDATE", shown(next), shown(old)));
  if (resource.custom === undefined) settleEmpties(resource.node, next);
  return next;
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
