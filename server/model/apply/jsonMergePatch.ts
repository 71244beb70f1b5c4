import { isMap, type JsonMap } from "../../../shared/json/jsonValues.ts";
import { noteMembers } from "../../../shared/json/largeMaps.ts";
import { setMember } from "../../../shared/json/setMember.ts";
import { sortInSteps } from "../../../shared/sortInSteps.ts";
import { badRequest } from "../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { jsonTypeName } from "./goFormat.ts";

/**
 * JSON merge patch (RFC 7386): maps are merged, null removes, everything else replaces. As in the reference, members of
 * merged maps are sorted, and null members are also removed from the items of a list, unless the list replaces a map.
 *
 * @returns a new value that shares unchanged parts with `target`
 */
export function* mergeValueInSteps(target: unknown, patch: unknown): Steps<unknown> {
  if (!isMap(target)) return yield* withoutNulls(patch);
  return isMap(patch) ? yield* mergeMaps(target, patch) : patch;
}

function* mergeMaps(target: JsonMap, patch: JsonMap): Steps<Record<string, unknown>> {
  const result = new Map<string, unknown>();
  for (const name of Object.keys(target)) {
    if (isTurnDue()) yield;
    result.set(name, target[name]);
  }
  for (const name of Object.keys(patch)) {
    if (isTurnDue()) yield;
    const value = patch[name];
    if (value === null) result.delete(name);
    else result.set(name, typeof value === "object" ? yield* mergeValueInSteps(result.get(name), value) : value);
  }
  return yield* sorted(result);
}

/** Removes nulls from a part of the patch that adds something new. */
function* withoutNulls(value: unknown): Steps<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value as readonly unknown[]) {
      if (isTurnDue()) yield;
      items.push(typeof item === "object" ? yield* withoutNulls(item) : item);
    }
    return items;
  }
  if (!isMap(value)) return value;
  const members = new Map<string, unknown>();
  for (const name of Object.keys(value)) {
    if (isTurnDue()) yield;
    const member = value[name];
    if (member !== null) members.set(name, typeof member === "object" ? yield* withoutNulls(member) : member);
  }
  return yield* sorted(members);
}

function* sorted(members: ReadonlyMap<string, unknown>): Steps<Record<string, unknown>> {
  const result: Record<string, unknown> = {};
  const names = yield* sortInSteps(members.keys());
  for (const name of names) {
    if (isTurnDue()) yield;
    setMember(result, name, members.get(name));
  }
  noteMembers(result, names);
  return result;
}

const INVALID = "Invalid JSON Patch";

/**
 * Applies a merge patch to an API object.
 *
 * @param patch the decoded body
 * @param strict whether the body was decoded as an object first, which happens unless field validation is off
 * @throws ApiError 400 when the body is not an object
 */
export function* mergeInSteps(
  object: Readonly<Record<string, unknown>>,
  patch: unknown,
  strict = true,
): Steps<Record<string, unknown>> {
  if (isMap(patch)) return yield* mergeMaps(object, patch);
  if (patch === null || !strict) throw badRequest(INVALID);
  throw badRequest(
    `error decoding patch: json: cannot unmarshal ${jsonTypeName(patch)} into Go value of type map[string]interface {}`,
  );
}
