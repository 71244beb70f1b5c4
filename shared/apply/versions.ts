import { difference, intersection, recursiveDifference, recursiveIntersection, union } from "../fieldset/algebra.ts";
import type { FieldSet } from "../fieldset/fieldSet.ts";
import { isMap } from "../json/jsonValues.ts";
import type { TypeNode } from "../schema/typeNode.ts";
import { type Comparison, compareObjects } from "./compare.ts";
import { applyConflict, type FieldConflict } from "./conflicts.ts";
import { dropEmptyManagers, type Managers } from "./managedFields.ts";
import { reconcileSet } from "./reconcileSet.ts";

/** An object at some version, with its type there. */
export interface VersionedObject {
  readonly object: unknown;
  readonly node: TypeNode;
}

/**
 * Converts an object (at the version that its own apiVersion says) to another version. Returns undefined when that version
 * is not known any more.
 */
export type Convert = (object: unknown, apiVersion: string) => VersionedObject | undefined;

export interface VersionOptions {
  readonly node: TypeNode;
  readonly apiVersion: string;
  readonly resetFields?: Readonly<Record<string, FieldSet>>;
  readonly onlyFields?: FieldSet;
  readonly convert?: Convert;
  /** The later state is what an apply makes of the earlier one: see `compareObjects`. */
  readonly stated?: boolean;
}

/** A change as each version sees it; compared once per version. */
export interface Versions {
  /** What changed, before anything is hidden; undefined for an unknown version. */
  comparison(apiVersion: string): Comparison | undefined;
  /** The type at a version; undefined for an unknown version. */
  nodeAt(apiVersion: string): TypeNode | undefined;
  /** Leaves out of a set what this endpoint resets. */
  visible(apiVersion: string, set: FieldSet): FieldSet;
}

/** Prepares the comparison of two states, given at `options.apiVersion`, for managers of any version. */
export function createVersions(options: VersionOptions, before: unknown, after: unknown): Versions {
  const known = new Map<string, { comparison: Comparison; node: TypeNode } | undefined>();
  const at = (apiVersion: string) => {
    if (!known.has(apiVersion)) {
      const left = convertTo(options, before, apiVersion);
      const right = convertTo(options, after, apiVersion);
      // Conversion passes through structs.
      const stated = options.stated === true && apiVersion === options.apiVersion;
      const both = left !== undefined && right !== undefined;
      known.set(
        apiVersion,
        both
          ? { comparison: compareObjects(left.object, right.object, left.node, stated), node: left.node }
          : undefined,
      );
    }
    return known.get(apiVersion);
  };
  return {
    comparison: (apiVersion) => at(apiVersion)?.comparison,
    nodeAt: (apiVersion) => at(apiVersion)?.node,
    visible: (apiVersion, set) => visibleFields(options, apiVersion, set),
  };
}

/** The object at a version: itself when it is at the request's version, else through `convert`. */
export function convertTo(options: VersionOptions, object: unknown, apiVersion: string): VersionedObject | undefined {
  const current = isMap(object) && typeof object["apiVersion"] === "string" ? object["apiVersion"] : options.apiVersion;
  if (apiVersion === options.apiVersion && current === apiVersion) return { object, node: options.node };
  return options.convert?.(object, apiVersion);
}

/** Leaves out of a set what the endpoint resets at that version. */
export function visibleFields(options: VersionOptions, apiVersion: string, set: FieldSet): FieldSet {
  const hidden = options.resetFields?.[apiVersion];
  const shown = hidden === undefined ? set : recursiveDifference(set, hidden);
  return options.onlyFields === undefined ? shown : recursiveIntersection(shown, options.onlyFields);
}

/**
 * Takes changed and removed fields from the managers that own them. Managers of unknown versions are dropped, and those
 * left with nothing.
 *
 * @param self identity of the manager on whose behalf it happens, who keeps everything; undefined for none
 * @param force take changed fields away instead of failing
 * @throws ApiError 409 without `force` when others own what changed
 */
export function transferOwnership(
  versions: Versions,
  managers: Managers,
  self: string | undefined,
  force: boolean,
): Managers {
  const result: Managers = new Map();
  const conflicts: FieldConflict[] = [];
  for (const [id, managed] of managers) {
    const { apiVersion } = managed;
    if (id === self) {
      result.set(id, managed);
      continue;
    }
    const comparison = versions.comparison(apiVersion);
    const node = versions.nodeAt(apiVersion);
    if (comparison === undefined || node === undefined) continue;
    const owned = reconcileSet(managed.set, node);
    const changed = versions.visible(apiVersion, union(comparison.modified, comparison.added));
    const lost = intersection(owned, changed);
    if (lost.size > 0) conflicts.push({ owner: managed, fields: lost });
    const removed = versions.visible(apiVersion, comparison.removed);
    const left = difference(difference(owned, lost), removed);
    result.set(id, left === managed.set ? managed : { ...managed, set: left });
  }
  if (!force && conflicts.length > 0) throw applyConflict(conflicts);
  dropEmptyManagers(result);
  return result;
}
