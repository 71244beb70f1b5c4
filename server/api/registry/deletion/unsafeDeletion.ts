import * as fieldErrors from "../../../../shared/fieldError.ts";
import { forbidden, invalid } from "../../../../shared/status.ts";
import type { Authorizer } from "../../../ground/rights/authorizer.ts";
import { admissionRequest, type StoreDependencies, type WriteRequest } from "../write/write.ts";
import { writeAttributes } from "../write/writeAttributes.ts";

/** The verb that permits deleting unreadable objects; needed in addition to `delete`. */
const UNSAFE_DELETE_VERB = "unsafe-delete-ignore-read-errors";

/** @throws ApiError 403 when the user may not delete unreadable objects of this resource */
export async function authorizeUnsafeDeletion(authorizer: Authorizer, request: WriteRequest): Promise<void> {
  const { resource, context, name } = request;
  const verdict = await authorizer.authorize(context.user, writeAttributes(request, UNSAFE_DELETE_VERB));
  if (verdict.decision === "allow") return;
  const verb = JSON.stringify(UNSAFE_DELETE_VERB);
  throw forbidden(resource, name, `not permitted to do ${verb}, reason: ${verdict.reason}`);
}

/**
 * Removes an object that cannot be read. Preconditions and finalizers are ignored; admission sees the request without
 * an object. Watchers of the resource receive the deletion if they have seen the object before.
 * @throws ApiError 422 when the object can be read, or does not exist
 */
export async function deleteUnreadable(deps: StoreDependencies, request: WriteRequest): Promise<void> {
  const { resource, context, name } = request;
  const key = resource.key(context.namespace, name);
  const stored = resource.cache.get(key);
  if (stored?.failure === undefined) {
    throw invalid({ group: resource.group, kind: resource.resource }, name, [
      fieldErrors.invalid(
        "ignoreStoreReadErrorWithClusterBreakingPotential",
        true,
        "is exclusively used to delete corrupt object(s), try again by removing this option",
      ),
    ]);
  }
  context.annotate?.(context.vocabulary.render("apiserver.{domain}/unsafe-delete-ignore-read-error"), "");
  const admission = admissionRequest(request, "DELETE", undefined, undefined);
  await deps.admission.admit(admission);
  await deps.admission.validate(admission);
  // If another client removed the object meanwhile, the goal is reached; an object that replaced it stays.
  await deps.store.commit([{ type: "delete", key, guard: { modRevision: stored.revision } }]);
}
