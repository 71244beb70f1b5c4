import { ApiError, internalError, qualifiedResource } from "../../../shared/status.ts";
import type { UnreadableError } from "../../store/cache/unreadable.ts";
import { KEY_ROOT } from "../../store/storage/keyLayout.ts";
import type { Resource } from "./resource.ts";

/** The feature gate that permits deleting unreadable objects and adds details to the errors about them. */
export const UNSAFE_DELETION_GATE = "AllowUnsafeMalformedObjectDeletion";

/** The operation that met an unreadable object. Deletion starts with a get, collection deletion with a list. */
export type Reading = "get" | "list" | "update";

/** Maximum number of unreadable objects that one response lists. */
export const MAX_UNREADABLE = 100;

/**
 * The error response to a request that meets an unreadable object.
 * @param detailed the gate for unsafe deletion is on: errors state which objects are unreadable, and why
 */
export function unreadableAnswer(
  resource: Resource,
  error: UnreadableError,
  reading: Reading,
  detailed: boolean,
): ApiError {
  if (detailed && reading === "get") return internalError(storageError(shortKey(error.key), error));
  if (detailed && reading === "list") return unreadableList(resource, [error]);
  const detail = detailed ? described(error) : error.message;
  if (error.kind === "undecodable") return new ApiError(500, "", detail);
  if (reading !== "list") return internalError(detail);
  return internalError(`unable to transform key ${JSON.stringify(error.key)}: ${detail}`);
}

/**
 * The error response to a list, naming every unreadable object; beyond {@link MAX_UNREADABLE} it states that there are
 * more.
 */
export function unreadableList(resource: Resource, errors: readonly UnreadableError[]): ApiError {
  const { group, resource: kind } = resource;
  const causes = errors.slice(0, MAX_UNREADABLE).map((error) => {
    const field = error.key;
    return { reason: "UnexpectedServerResponse", message: storageError(field, error), field };
  });
  const rest = { reason: "FieldValueTooMany", message: "too many errors, the list is truncated" };
  return new ApiError(
    500,
    "StorageReadError",
    `failed to read one or more ${qualifiedResource(resource)} from the storage`,
    {
      name: "list",
      ...(group === "" ? {} : { group }),
      kind,
      causes: errors.length > MAX_UNREADABLE ? [...causes, rest] : causes,
    },
  );
}

const storageError = (key: string, error: UnreadableError): string =>
  `StorageError: corrupt object, Code: 7, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${described(error)}`;

/** The revision is known only when the value could be decrypted. */
const described = ({ kind, message, revision }: UnreadableError): string =>
  kind === "untransformable"
    ? `data from the storage is not transformable revision=0: ${message}`
    : `object not decodable revision=${revision}: ${message}`;

/** `/secrets/<namespace>/<name>`: error messages omit the root of the store's keys. */
const shortKey = (key: string): string => key.slice(KEY_ROOT.length - 1);
