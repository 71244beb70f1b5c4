import { ApiError, internalError, qualifiedResource } from "../../../shared/status.ts";
import type { UnreadableError } from "../../store/cache/unreadable.ts";
import { KEY_ROOT } from "../../store/storage/keyLayout.ts";
import type { Resource } from "./resource.ts";

/** The gate behind which unreadable objects may be deleted, and errors say more of them. */
export const UNSAFE_DELETION_GATE = "AllowUnsafeMalformedObjectDeletion";

/** What was being done to an object that cannot be read. A deletion begins with a get, a deletion of many with a list. */
export type Reading = "get" | "list" | "update";

/** At most this many unreadable objects are listed in one answer. */
export const MAX_UNREADABLE = 100;

/**
 * The answer to a request that meets an unreadable object.
 * @param detailed the gate for unsafe deletion is on: errors say which objects are unreadable, and why
 */
export function unreadableAnswer(
  resource: Resource,
  error: UnreadableError,
  reading: Reading,
  detailed: boolean,
): ApiError {
  if (detailed && reading === "get") return internalError(storageError(shortKey(error.key), error));
  if (detailed && reading === "list") return unreadableList(resource, [error]);
  const why = detailed ? described(error) : error.message;
  if (error.kind === "undecodable") return new ApiError(500, "", why);
  if (reading !== "list") return internalError(why);
  return internalError(`unable to transform key ${JSON.stringify(error.key)}: ${why}`);
}

/** The answer to a list that names every unreadable object; beyond {@link MAX_UNREADABLE} it says that there are more. */
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

/** Only a value that could be decrypted has a revision by then. */
const described = ({ kind, message, revision }: UnreadableError): string =>
  kind === "untransformable"
    ? `data from the storage is not transformable revision=0: ${message}`
    : `object not decodable revision=${revision}: ${message}`;

/** `/secrets/<namespace>/<name>`: errors spell keys without the root of the store. */
const shortKey = (key: string): string => key.slice(KEY_ROOT.length - 1);
