import { difference, intersection, recursiveDifference, recursiveIntersection, union } from "../fieldset/algebra.ts";
import type { FieldSet } from "../fieldset/fieldSet.ts";
import { isMap } from "../json/jsonValues.ts";
import type { TypeNode } from "../schema/typeNode.ts";
import { finished, isTurnDue, type Steps } from "../steps.ts";
import { compareObjects } from "./compare.ts";
import { applyConflict, type FieldConflict } from "./conflicts.ts";
import { dropEmptyManagers, type Managers } from "./managedFields.ts";
import { reconcileSet } from "./reconcileSet.ts";

/** An object at some version, with its type there. */
export interface VersionedObject {
  readonly object: unknown;
  readonly node: TypeNode;
}

/**
 * Converts an object (at the version that its own apiVersion says) to another version, at once or in steps. Returns undefined
 * when that version is not known any more.
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
  /** The later state is what an apply makes of the earlier one: see `compareObjects`. */
  readonly stated?: boolean;
}

/** A change as one version sees it, without what this endpoint resets. */
export interface VersionedChange {
  readonly node: TypeNode;
  /** Fields with another value than before, or a new one. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

/** A change between two states, given at `options.apiVersion`, as each version sees it; compared once per version. */
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

  /** What changed; undefined for an unknown version. */
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
  // Conversion passes through structs.
  const stated = options.stated === true && apiVersion === options.apiVersion;
  const { added, modified, removed } = yield* compareObjects(left.object, right.object, left.node, stated);
  return {
    node: left.node,
    changed: yield* visibleFields(options, apiVersion, yield* union(modified, added)),
    removed: yield* visibleFields(options, apiVersion, removed),
  };
}

/** The object at a version: itself when it is at the request's version, else through `convert`. */
export function* convertTo(
  options: VersionOptions,
  object: unknown,
  apiVersion: string,
): Steps<VersionedObject | undefined> {
  const current = isMap(object) && typeof object["apiVersion"] === "string" ? object["apiVersion"] : options.apiVersion;
  if (apiVersion === options.apiVersion && current === apiVersion) return { object, node: options.node };
  return yield* finished(options.convert?.(object, apiVersion));
}

/** Leaves out of a set what the endpoint resets at that version. */
export function* visibleFields(options: VersionOptions, apiVersion: string, set: FieldSet): Steps<FieldSet> {
  const hidden = options.resetFields?.[apiVersion];
  const shown = hidden === undefined ? set : yield* recursiveDifference(set, hidden);
  return options.onlyFields === undefined ? shown : yield* recursiveIntersection(shown, options.onlyFields);
}

/**
 * Takes changed and removed fields from the managers that own them. Managers of unknown versions are dropped, and those
 * left with nothing.
 *
 * @param self identity of the manager on whose behalf it happens, who keeps everything; undefined for none
 * @param force take changed fields away instead of failing
 * @throws ApiError 409 without `force` when others own what changed
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
