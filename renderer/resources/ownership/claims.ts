/** The values of an object that a manager owns, from its managedFields entry. */
import { pathsOf } from "../../../shared/fieldset/fieldPath.ts";
import type { FieldSet } from "../../../shared/fieldset/fieldSet.ts";
import { parseFieldsV1 } from "../../../shared/fieldset/fieldsV1.ts";
import { locatePath, type ValuePath } from "../../../shared/fieldset/locateField.ts";
import type { FieldPath } from "../../../shared/fieldset/pathElement.ts";
import type { ApiObject, ManagedFieldsEntry } from "../../../shared/object.ts";

/**
 * The claims of one manager: exact values, and values with everything below them (if managedFields records nothing
 * finer).
 */
export interface Claims {
  readonly exact: ReadonlySet<string>;
  readonly whole: ReadonlySet<string>;
}

const keyOf = (path: ValuePath): string => JSON.stringify(path);

function hasBelow(set: FieldSet, path: FieldPath): boolean {
  let level: FieldSet | undefined = set;
  for (const element of path) level = level?.get(element)?.children;
  return level !== undefined;
}

/** Reads one entry. @returns `broken` for an unreadable entry, which has no claims */
export function claimsOf(
  object: ApiObject,
  entry: ManagedFieldsEntry,
): { claims: Claims; fields: number; broken: boolean } {
  const exact = new Set<string>();
  const whole = new Set<string>();
  const claims = { exact, whole };
  let fields = 0;
  try {
    const set = parseFieldsV1(entry.fieldsV1);
    for (const path of pathsOf(set)) {
      fields += 1;
      const place = locatePath(object, path);
      if (place === undefined) continue;
      exact.add(keyOf(place));
      if (!hasBelow(set, path)) whole.add(keyOf(place));
    }
    return { claims, fields, broken: false };
  } catch {
    return { claims, fields, broken: true };
  }
}

/** Whether the manager owns the value at the path, directly or through a parent. */
export function owns(claims: Claims, path: ValuePath): boolean {
  if (claims.exact.has(keyOf(path))) return true;
  for (let length = path.length - 1; length > 0; length -= 1) {
    if (claims.whole.has(keyOf(path.slice(0, length)))) return true;
  }
  return false;
}
