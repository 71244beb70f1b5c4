import { type ServiceError, status } from "@grpc/grpc-js";
import { StorageError } from "../../storageError.ts";

/** Status codes with which etcd reports that it did not, and will not, execute the request. */
const REFUSALS: ReadonlySet<number> = new Set([
  status.INVALID_ARGUMENT,
  status.NOT_FOUND,
  status.ALREADY_EXISTS,
  status.PERMISSION_DENIED,
  status.RESOURCE_EXHAUSTED,
  status.FAILED_PRECONDITION,
  status.OUT_OF_RANGE,
  status.UNIMPLEMENTED,
  status.UNAUTHENTICATED,
]);

/** Texts of refusals that have a specific meaning. */
const MEANINGS = {
  compacted: "required revision has been compacted",
  future: "required revision is a future revision",
  full: "database space exceeded",
  leaseGone: "requested lease not found",
} as const;

export type Meaning = keyof typeof MEANINGS;

const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error && "code" in error && "details" in error;

/** Whether etcd refused the request: nothing was changed, and a retry is useless. */
export const isRefusal = (error: unknown): boolean => isServiceError(error) && REFUSALS.has(error.code);

/** Whether an error, or one of its causes, is a refusal with a certain meaning. */
export function means(error: unknown, meaning: Meaning): boolean {
  if (isServiceError(error)) return error.details.includes(MEANINGS[meaning]);
  return error instanceof StorageError && means(error.cause, meaning);
}

/**
 * A failed request as a StorageError. `sent`: the request was a write that may have reached a member, so its outcome is
 * unknown.
 */
export function storageError(error: unknown, endpoint: string, sent: boolean): StorageError {
  if (error instanceof StorageError) return error;
  const details = isServiceError(error) ? error.details : String(error);
  if (!isRefusal(error)) {
    const message = `etcd at ${endpoint} does not answer: ${details}`;
    return new StorageError("unavailable", message, error, sent ? "unknown" : "nothing");
  }
  return new StorageError(means(error, "full") ? "full" : "failing", `etcd at ${endpoint} refused: ${details}`, error);
}
