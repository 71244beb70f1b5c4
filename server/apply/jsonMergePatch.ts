import { isMap, type JsonMap } from "../../shared/json/jsonValues.ts";
import { badRequest } from "../../shared/status.ts";
import { jsonTypeName } from "./goFormat.ts";

/**
 * JSON merge patch (RFC 7386): maps are merged, null removes, everything else replaces. As in the reference, members of
 * merged maps come out sorted, and nulls are also taken out of the items of a list that nothing of its kind stood before.
 *
 * @returns a new value that shares unchanged parts with `target`
 */
export function jsonMergePatch(target: unknown, patch: unknown): unknown {
  if (!isMap(target)) return withoutNulls(patch);
  return isMap(patch) ? mergeMaps(target, patch) : patch;
}

function mergeMaps(target: JsonMap, patch: JsonMap): JsonMap {
  const result = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, jsonMergePatch(result.get(name), value));
  }
  return sorted(result);
}

/** What stands in the patch for something new. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isMap(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return sorted(members.map(([name, member]) => [name, withoutNulls(member)] as const));
}

const sorted = (members: Iterable<readonly [string, unknown]>): JsonMap =>
  Object.fromEntries([...members].sort(([a], [b]) => (a < b ? -1 : 1)));

const INVALID = "Invalid JSON Patch";

/**
 * Applies a merge patch to an API object.
 *
 * @param patch the decoded body
 * @param strict whether the body was decoded as an object first, as it is unless field validation is off
 * @throws ApiError 400 when the body is not an object
 */
export function patchByMerge(
  object: Readonly<Record<string, unknown>>,
  patch: unknown,
  strict = true,
): Record<string, unknown> {
  if (isMap(patch)) return mergeMaps(object, patch) as Record<string, unknown>;
  if (patch === null || !strict) throw badRequest(INVALID);
  throw badRequest(
    `error decoding patch: json: cannot unmarshal ${jsonTypeName(patch)} into Go value of type map[string]interface {}`,
  );
}
