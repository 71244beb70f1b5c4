import type { ApiObject } from "../../../shared/object.ts";

/**
 * Reads a decoded object as the static type of its kind. Sound because decoding, defaulting and type validation against the
 * schema stand before every strategy; the one place where strategies and columns step from JSON to types.
 */
export function narrow<T>(object: ApiObject): T {
  return object as unknown as T;
}
