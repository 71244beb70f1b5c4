import { badRequest } from "../../shared/status.ts";
import { jsonTypeName } from "./goFormat.ts";
import { isMap } from "./json.ts";

/**
 * JSON merge patch (RFC 7386): maps are merged, null removes, everything else replaces.
 *
 * @returns a new value that shares unchanged parts with `target`
 */
export function jsonMergePatch(target: unknown, patch: unknown): unknown {
  if (!isMap(patch)) return patch;
  const base = isMap(target) ? target : {};
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      delete result[name];
      continue;
    }
    const merged = jsonMergePatch(Object.hasOwn(base, name) ? base[name] : undefined, value);
    Object.defineProperty(result, name, { value: merged, enumerable: true, writable: true, configurable: true });
  }
  return result;
}

/**
 * Applies a merge patch to an API object.
 *
 * @param patch the decoded body
 * @throws ApiError 400 when the body is not an object
 */
export function patchByMerge(object: Readonly<Record<string, unknown>>, patch: unknown): Record<string, unknown> {
  if (patch === null) return { ...object };
  if (!isMap(patch)) {
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${jsonTypeName(patch)} into Go value of type map[string]interface {}`,
    );
  }
  return jsonMergePatch(object, patch) as Record<string, unknown>;
}
