import type { ApiObject } from "../../../shared/object.ts";

/** What a view that follows a name knows about the object. */
interface Followed {
  /** The latest object with the name. */
  readonly object: ApiObject | undefined;
  /** Whether `object` has been deleted. */
  readonly gone: boolean;
}

/**
 * Whether one particular object has been deleted. Another object may have its name meanwhile; that one does not count.
 *
 * @param uid of the object; undefined if it is unknown, then any object with the name counts
 */
export function isGone({ object, gone }: Followed, uid: string | undefined): boolean {
  if (object === undefined) return false;
  return gone || (uid !== undefined && object.metadata.uid !== uid);
}
