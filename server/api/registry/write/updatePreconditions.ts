import type { ApiObject } from "../../../../shared/object.ts";
import { ApiError, conflict, invalid } from "../../../../shared/status.ts";
import { invalidText } from "../../../ground/formats/wording/goText.ts";
import { unsignedProblem } from "../../../ground/formats/wording/unsignedText.ts";
import type { WriteRequest } from "./write.ts";

const MODIFIED = "the object has been modified; please apply your changes to the latest version and try again";

/** 409: another writer was faster. */
export const modified = ({ resource, name }: WriteRequest): ApiError => conflict(resource, name, MODIFIED);

/** 409: the stored object has another uid. */
const otherUid = (request: WriteRequest, wanted: string, found: string): ApiError =>
  conflict(request.resource, request.name, uidMismatch(request, wanted, found));

/** 409: an object with a uid cannot be created. */
export const missingUid = (request: WriteRequest, wanted: string): ApiError =>
  request.uidPrecondition === true
    ? otherUid(request, wanted, "")
    : conflict(
        request.resource,
        request.name,
        `uid mismatch: the provided object specified uid ${wanted}, and no existing object was found`,
      );

/** Whether a body's resourceVersion binds the write to that version; without one, the write is unconditional. */
export const namesVersion = (resourceVersion: string | undefined): resourceVersion is string =>
  resourceVersion !== undefined && !/^0*$/.test(resourceVersion);

/** Checks uid and resourceVersion before anything else. @throws ApiError 409, 422, 500 */
export function checkPreconditions(request: WriteRequest, object: ApiObject, old: ApiObject): void {
  const { resource, name, strategy } = request;
  const { uid, resourceVersion } = object.metadata;
  if (request.uidPrecondition === true && uid !== undefined && uid !== "" && uid !== old.metadata.uid) {
    throw otherUid(request, uid, old.metadata.uid ?? "");
  }
  if (!namesVersion(resourceVersion)) {
    if (strategy.allowUnconditionalUpdate === false) {
      throw invalid({ group: resource.group, kind: resource.resource }, name, [
        invalidText("metadata.resourceVersion", "0x0", "must be specified for an update"),
      ]);
    }
  } else if (resourceVersion !== old.metadata.resourceVersion) {
    const problem = unsignedProblem(resourceVersion);
    if (problem !== undefined) throw new ApiError(500, "", problem);
    // Versions are compared as numbers.
    if (String(BigInt(resourceVersion)) !== old.metadata.resourceVersion) throw modified(request);
  }
}

/** The reference passes on the message of its storage layer here, key included. */
function uidMismatch({ resource, context, name }: WriteRequest, wanted: string, found: string): string {
  const key = resource.key(context.namespace, name);
  return `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`;
}
