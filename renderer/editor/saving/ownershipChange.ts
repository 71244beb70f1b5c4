/** The effect of a write on field ownership. */
import { managersInSteps, ownedInSteps } from "../../../shared/apply/planEdit.ts";
import { difference, leaves, recursiveDifference, union } from "../../../shared/fieldset/algebra.ts";
import { pathsInSteps, pathText } from "../../../shared/fieldset/fieldPath.ts";
import { EMPTY_FIELD_SET, type FieldSet } from "../../../shared/fieldset/fieldSet.ts";
import { type FieldPath, parseElement } from "../../../shared/fieldset/pathElement.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { each, type Steps } from "../../../shared/steps.ts";

export interface OwnershipChange {
  /** Fields that the manager newly owns, as texts: `.spec.replicas`. */
  gained: string[];
  /** Fields that the manager no longer owns. */
  lost: string[];
  /** Fields that other managers no longer own, although the fields still exist. */
  taken: { manager: string; fields: string[] }[];
}

/** Whether a path is the key of a list item, which is not reported separately from the item. */
function isKey(path: FieldPath): boolean {
  const [item, last] = path.slice(-2);
  if (item === undefined || last === undefined) return false;
  const [above, own] = [parseElement(item), parseElement(last)];
  return above.kind === "key" && own.kind === "field" && above.fields.some(([name]) => name === own.name);
}

/** Fields as texts, without fields that only contain other fields. */
export function* fieldTexts(set: FieldSet): Steps<string[]> {
  const paths = yield* pathsInSteps(leaves(set));
  const shown = paths.filter((path) => !isKey(path));
  return yield* each(shown.length === 0 ? paths : shown, pathText);
}

/**
 * @param before the object before the write; `after`: the server's response
 * @param claims fields that the manager will claim in addition
 * @param removed removed fields
 */
export function* ownershipChange(
  before: ApiObject,
  after: ApiObject,
  { manager, subresource }: { manager: string; subresource: string },
  claims: FieldSet,
  removed: FieldSet,
): Steps<OwnershipChange> {
  const had = yield* ownedInSteps(before, manager, subresource);
  const has = yield* union(yield* ownedInSteps(after, manager, subresource), claims);
  const others = new Map<string, { before: FieldSet; after: FieldSet }>();
  for (const [object, side] of [
    [before, "before"],
    [after, "after"],
  ] as const) {
    for (const managed of (yield* managersInSteps(object)).values()) {
      if (managed.manager === manager && managed.subresource === subresource) continue;
      const sides = others.get(managed.manager) ?? { before: EMPTY_FIELD_SET, after: EMPTY_FIELD_SET };
      others.set(managed.manager, { ...sides, [side]: yield* union(sides[side], managed.set) });
    }
  }
  const taken: OwnershipChange["taken"] = [];
  for (const [name, sides] of others) {
    const fields = yield* fieldTexts(yield* recursiveDifference(yield* difference(sides.before, sides.after), removed));
    if (fields.length > 0) taken.push({ manager: name, fields });
  }
  return {
    gained: yield* fieldTexts(yield* difference(has, had)),
    lost: yield* fieldTexts(yield* recursiveDifference(yield* difference(had, has), removed)),
    taken,
  };
}
