import { difference, intersection, recursiveDifference, recursiveIntersection, union } from "../fieldset/algebra.ts";
import type { FieldSet } from "../fieldset/fieldSet.ts";
import { isMap } from "../json/jsonValues.ts";
import type { TypeNode } from "../schema/typeNode.ts";
import { finished, isTurnDue, type Steps } from "../steps.ts";
import { compareObjects } from "./compare.ts";
import { applyConflict, type FieldConflict } from "./conflicts.ts";
import { dropEmptyManagers, type Managers } from "./managedFields.ts";
import { reconcileSet } from "./reconcileSet.ts";

/** An object at some version, with its type in that version. */
export interface VersionedObject {
  readonly object: unknown;
  readonly node: TypeNode;
}

/**
 * Converts an object (at the version in its own apiVersion) to another version, at once or in steps. Returns undefined
 * when that version no longer exists.
 */
export type Convert = (
  object: unknown,
  apiVersion: string,
) => VersionedObject | undefined | Steps<VersionedObject | undefined>;

export interface VersionOptions {
  readonly node: TypeNode;
  readonly apiVersion: string;
  readonly resetFields?: Readonly<Record<string, FieldSet>>;
  readonly onlyFields?: FieldSet;
  readonly convert?: Convert | undefined;
  /** Whether the later state is the result of applying to the earlier one: see `compareObjects`. */
  readonly stated?: boolean;
}

/** A change as seen in one version, without the fields that this endpoint resets. */
export interface VersionedChange {
  readonly node: TypeNode;
  /** Fields that were changed or added. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

/**
 * A change between two states, given at `options.apiVersion`, converted to other versions on demand; compared once per
 * version.
 */
export class Versions {
  readonly #options: VersionOptions;
  readonly #before: unknown;
  readonly #after: unknown;
  readonly #known = new Map<string, VersionedChange | undefined>();

  constructor(options: VersionOptions, before: unknown, after: unknown) {
    this.#options = options;
    this.#before = before;
    this.#after = after;
  }

  /** The change in a version; undefined for an unknown version. */
  *at(apiVersion: string): Steps<VersionedChange | undefined> {
    const known = this.#known;
    if (!known.has(apiVersion)) {
      known.set(apiVersion, yield* changeAt(this.#options, this.#before, this.#after, apiVersion));
    }
    return known.get(apiVersion);
  }
}

function* changeAt(
  options: VersionOptions,
  before: unknown,
  after: unknown,
  apiVersion: string,
): Steps<VersionedChange | undefined> {
  const left = yield* convertTo(options, before, apiVersion);
  const right = yield* convertTo(options, after, apiVersion);
  if (left === undefined || right === undefined) return undefined;
  // A conversion goes through structs, so stated zero values are lost.
  const stated = options.stated === true && apiVersion === options.apiVersion;
  const { added, modified, removed } = yield* compareObjects(left.object, right.object, left.node, stated);
  return {
    node: left.node,
    changed: yield* visibleFields(options, apiVersion, yield* union(modified, added)),
    removed: yield* visibleFields(options, apiVersion, removed),
  };
}

/** Returns the object at a version: unchanged if it is at the request's version, else converted. */
export function* convertTo(
  options: VersionOptions,
  object: unknown,
  apiVersion: string,
): Steps<VersionedObject | undefined> {
  const current = isMap(object) && typeof object["apiVersion"] === "string" ? object["apiVersion"] : options.apiVersion;
  if (apiVersion === options.apiVersion && current === apiVersion) return { object, node: options.node };
  return yield* finished(options.convert?.(object, apiVersion));
}

/** Removes from a set the fields that the endpoint resets in that version. */
export function* visibleFields(options: VersionOptions, apiVersion: string, set: FieldSet): Steps<FieldSet> {
  const hidden = options.resetFields?.[apiVersion];
  const shown = hidden === undefined ? set : yield* recursiveDifference(set, hidden);
  return options.onlyFields === undefined ? shown : yield* recursiveIntersection(shown, options.onlyFields);
}

/**
 * Removes changed and removed fields from the sets of the managers that own them. Drops managers of unknown versions,
 * and managers that own nothing afterwards.
 *
 * @param self identity of the manager that makes the change, which keeps all of its fields; undefined for none
 * @param force take ownership of changed fields instead of failing
 * @throws ApiError 409 without `force` when others own changed fields
 */
export function* transferOwnership(
  versions: Versions,
  managers: Managers,
  self: string | undefined,
  force: boolean,
): Steps<Managers> {
  const result: Managers = new Map();
  const conflicts: FieldConflict[] = [];
  for (const [id, managed] of managers) {
    if (isTurnDue()) yield;
    const { apiVersion } = managed;
    if (id === self) {
      result.set(id, managed);
      continue;
    }
    const change = yield* versions.at(apiVersion);
    if (change === undefined) continue;
    const owned = yield* reconcileSet(managed.set, change.node);
    const lost = yield* intersection(owned, change.changed);
    if (lost.size > 0) conflicts.push({ owner: managed, fields: lost });
    const left = yield* difference(yield* difference(owned, lost), change.removed);
    result.set(id, left === managed.set ? managed : { ...managed, set: left });
  }
  if (!force && conflicts.length > 0) throw yield* applyConflict(conflicts);
  dropEmptyManagers(result);
  return result;
}
