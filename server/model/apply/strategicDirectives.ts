import { isList, isMap, type JsonMap } from "../../../shared/json/jsonValues.ts";
import { setMember } from "../../../shared/json/setMember.ts";
import { ApiError } from "../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { goTypeName, goValue } from "./goFormat.ts";

/** A directive: `delete`, `replace` or, in some places, `merge`. */
export const PATCH_DIRECTIVE = "$patch";
export const RETAIN_KEYS = "$retainKeys";
export const ELEMENT_ORDER = "$setElementOrder/";
export const DELETE_FROM_PRIMITIVE_LIST = "$deleteFromPrimitiveList/";

/** An error without a specific status in the reference: 500 with the bare message. */
export const failure = (message: string): ApiError => new ApiError(500, "", message);

export const missingMergeKey = (item: JsonMap, mergeKey: string): ApiError =>
  failure(`map: ${goValue(item)} does not contain declared merge key: ${mergeKey}`);

export const unknownDirective = (directive: unknown, patch: JsonMap): ApiError =>
  failure(`unknown patch type: ${goValue(directive)} in map: ${goValue(patch)}`);

/**
 * The error for a patch with something other than a list or map in its place.
 * @param expected the Go type that is expected
 */
export const wrongType = (expected: string, value: unknown): ApiError => {
  const received = value === null || value === undefined ? "%!s(<nil>)" : goTypeName(value);
  return failure(`expected a ${expected}, but received a ${received}`);
};

/**
 * A part of the patch, prepared for being added where the live object has nothing to merge with. Maps that contain
 * `$patch` are removed, whatever it says. Other directives stay, as fields that the type does not have.
 *
 * @param keepNulls whether null members of maps stay, too
 * @returns undefined when nothing is left to add
 */
export function* withoutDirectives(value: unknown, keepNulls = false): Steps<unknown> {
  if (isList(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      if (isTurnDue()) yield;
      const kept = typeof item === "object" ? yield* withoutDirectives(item, keepNulls) : item;
      if (kept !== undefined) items.push(kept);
    }
    return items;
  }
  if (!isMap(value)) return value;
  const directive = value[PATCH_DIRECTIVE];
  if (directive !== undefined && (keepNulls || directive !== null)) return undefined;
  const members: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (isTurnDue()) yield;
    const member = value[name];
    if (member === null && !keepNulls) continue;
    const kept = typeof member === "object" ? yield* withoutDirectives(member, keepNulls) : member;
    if (kept !== undefined) setMember(members, name, kept);
  }
  return members;
}
