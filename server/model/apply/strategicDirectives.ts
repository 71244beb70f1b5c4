import { isList, isMap, type JsonMap } from "../../../shared/json/jsonValues.ts";
import { setMember } from "../../../shared/json/setMember.ts";
import { ApiError } from "../../../shared/status.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";
import { goTypeName, goValue } from "./goFormat.ts";

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

/** Where something else than a list or map stands in a patch. @param expected its name in the reference's language */
export const wrongType = (expected: string, value: unknown): ApiError => {
  const received = value === null || value === undefined ? "%!s(<nil>)" : goTypeName(value);
  return failure(`expected a ${expected}, but received a ${received}`);
};

/**
 * A part of the patch as it is taken over where the live object has nothing to merge it with: without maps that carry
 * `$patch`, whatever it says. The other directives stay, as fields that the type does not know.
 *
 * @param keepNulls whether null members of maps stay, too
 * @returns undefined when nothing is left to take over
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
