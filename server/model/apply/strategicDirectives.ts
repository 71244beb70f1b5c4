import { isList, isMap, type JsonMap } from "../../../shared/json/jsonValues.ts";
import { setMember } from "../../../shared/json/setMember.ts";
import { ApiError } from "../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { goValue } from "./goFormat.ts";

/** `delete`, `replace` or, in places, `merge`. */
export const PATCH_DIRECTIVE = "$patch";
export const RETAIN_KEYS = "$retainKeys";
export const ELEMENT_ORDER = "$setElementOrder/";
export const DELETE_FROM_PRIMITIVE_LIST = "$deleteFromPrimitiveList/";

/** An error that the reference does not map to a status of its own: 500 with the bare text. */
export const failure = (why: string): ApiError => new ApiError(500, "", why);

export const missingMergeKey = (item: JsonMap, mergeKey: string): ApiError =>
  failure(`map: ${goValue(item)} does not contain declared merge key: ${mergeKey}`);

export const unknownDirective = (directive: unknown, patch: JsonMap): ApiError =>
  failure(`unknown patch type: ${goValue(directive)} in map: ${goValue(patch)}`);

/**
 * A part of the patch as it is taken over where the live object has nothing to merge it with: without directives, nulls
 * and items that were to be deleted.
 */
export function* dropDirectives(value: unknown): Steps<unknown> {
  if (isList(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (isTurnDue()) yield;
      if (isMap(item) && item[PATCH_DIRECTIVE] !== undefined) continue;
      items.push(typeof item === "object" ? yield* dropDirectives(item) : item);
    }
    return items;
  }
  if (!isMap(value)) return value;
  // A directive without a live counterpart leaves nothing, whatever it says.
  if (value[PATCH_DIRECTIVE] !== undefined) return {};
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (isTurnDue()) yield;
    const member = value[name];
    if (member === null || isDirective(name)) continue;
    setMember(members, name, typeof member === "object" ? yield* dropDirectives(member) : member);
  }
  return members;
}

const isDirective = (name: string): boolean =>
  name === PATCH_DIRECTIVE ||
  name === RETAIN_KEYS ||
  name.startsWith(ELEMENT_ORDER) ||
  name.startsWith(DELETE_FROM_PRIMITIVE_LIST);
