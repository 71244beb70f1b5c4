import { deepEqual } from "../deepEqual.ts";
import { difference, intersection, union } from "../fieldset/algebra.ts";
import { EMPTY_FIELD_SET, type FieldSet } from "../fieldset/fieldSet.ts";
import type { ApiObject } from "../object.ts";

import { type ManagedSet, type Managers, managerId } from "./managedFields.ts";
import { mergeValues } from "./merge.ts";
import { reconcileSet } from "./reconcileSet.ts";
import { ensureDeclaredMembers, removeItems } from "./removeItems.ts";
import { toFieldSet } from "./toFieldSet.ts";
import {
  convertTo,
  createVersions,
  transferOwnership,
  type VersionedObject,
  type VersionOptions,
  visibleFields,
} from "./versions.ts";

interface ApplyInput {
  readonly options: VersionOptions;
  readonly live: ApiObject;
  readonly patch: Readonly<Record<string, unknown>>;
  readonly managers: Managers;
  /** The applier, without its set. */
  readonly self: Omit<ManagedSet, "set">;
  readonly force: boolean;
}

interface ApplyResult {
  readonly object: ApiObject;
  readonly managers: Managers;
  /** The object differs from the live one (who owns it may differ even when it does not). */
  readonly changed: boolean;
}

/**
 * The heart of an apply: merge, prune, transfer of ownership.
 *
 * @throws ApiError 409 without `force` when others own what would change
 */
export function applyToObject({ options, live, patch, managers, self, force }: ApplyInput): ApplyResult {
  const id = managerId(self);
  const reconciled: Managers = new Map();
  for (const [other, managed] of managers) {
    const node = convertTo(options, live, managed.apiVersion)?.node;
    if (node !== undefined) reconciled.set(other, { ...managed, set: reconcileSet(managed.set, node) });
  }
  const last = reconciled.get(id);
  const merged = mergeValues(options.node, live, patch);
  const set = visibleFields(options, self.apiVersion, toFieldSet(patch, options.node));
  const own: ManagedSet = { ...self, set, ...(last?.time === undefined ? {} : { time: last.time }) };
  reconciled.set(id, own);
  const object = pruneGivenUp(options, merged, reconciled, last) as ApiObject;
  const versions = createVersions({ ...options, stated: true }, live, object);
  return {
    object,
    managers: transferOwnership(versions, reconciled, id, force),
    changed: !deepEqual(live, object),
  };
}

/**
 * Removes what the applier stated last time, does not state now, and nobody else owns. What is inside a removed item but
 * was never the applier's stays with the item only if someone owns it.
 */
function pruneGivenUp(
  options: VersionOptions,
  merged: unknown,
  managers: Managers,
  last: ManagedSet | undefined,
): unknown {
  if (last === undefined || last.set.size === 0) return merged;
  const at = convertTo(options, merged, last.apiVersion);
  if (at === undefined) return merged;
  const stated = ensureDeclaredMembers(last.set, at.node);
  let pruned: VersionedObject = { object: removeItems(at.node, at.object, stated), node: at.node };
  pruned = addBackOwned(options, at, pruned, last.apiVersion, managers);
  const mergedSet = ensureDeclaredMembers(toFieldSet(at.object, at.node), at.node);
  const prunedSet = ensureDeclaredMembers(toFieldSet(pruned.object, at.node), at.node);
  const gone = intersection(difference(mergedSet, prunedSet), stated);
  if (gone.size === 0) return merged;
  const object = removeItems(at.node, at.object, gone);
  return convertTo(options, object, options.apiVersion)?.object ?? merged;
}

/** Puts back what pruning took although a manager (the applier's new configuration included) owns it. */
function addBackOwned(
  options: VersionOptions,
  merged: VersionedObject,
  pruned: VersionedObject,
  version: string,
  managers: Managers,
): VersionedObject {
  const owned = new Map<string, FieldSet>();
  for (const managed of managers.values()) {
    owned.set(managed.apiVersion, union(owned.get(managed.apiVersion) ?? EMPTY_FIELD_SET, managed.set));
  }
  let result = pruned;
  // The pruned version first: a conversion may need what others own there.
  const order = [version, ...[...owned.keys()].filter((other) => other !== version)];
  for (const apiVersion of order) {
    const set = owned.get(apiVersion);
    if (set === undefined) continue;
    const same = apiVersion === version;
    const from = same ? merged : convertTo(options, merged.object, apiVersion);
    const to = same ? result : convertTo(options, result.object, apiVersion);
    if (from === undefined || to === undefined) continue;
    const all = ensureDeclaredMembers(toFieldSet(from.object, from.node), from.node);
    const kept = ensureDeclaredMembers(toFieldSet(to.object, from.node), from.node);
    const gone = difference(all, union(kept, ensureDeclaredMembers(set, from.node)));
    const object = removeItems(from.node, from.object, gone);
    const back = same ? object : (convertTo(options, object, version)?.object ?? result.object);
    result = { object: back, node: merged.node };
  }
  return result;
}
