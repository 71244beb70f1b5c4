import { isTurnDue, type Steps } from "../../shared/steps.ts";
import { equalInSteps } from "../collections/deepEqual.ts";
import { difference, intersection, unionOf } from "../fieldset/algebra.ts";
import type { FieldSet } from "../fieldset/fieldSet.ts";
import type { ApiObject } from "../object.ts";
import type { TypeNode } from "../schema/typeNode.ts";
import { type ManagedSet, type Managers, managerId } from "./managedFields.ts";
import { mergeValues } from "./merge.ts";
import { reconcileSet } from "./reconcileSet.ts";
import { ensureDeclaredMembers, removeItems } from "./removeItems.ts";
import { toFieldSet } from "./toFieldSet.ts";
import {
  convertTo,
  transferOwnership,
  type VersionedObject,
  type VersionOptions,
  Versions,
  visibleFields,
} from "./versions.ts";

interface ApplyInput {
  readonly options: VersionOptions;
  readonly live: ApiObject;
  readonly patch: Readonly<Record<string, unknown>>;
  readonly managers: Managers;
  /** The applying manager, without its set of fields. */
  readonly self: Omit<ManagedSet, "set">;
  readonly force: boolean;
}

interface ApplyResult {
  readonly object: ApiObject;
  readonly managers: Managers;
  /** Whether the object differs from the live one. The field owners may differ even when the object does not. */
  readonly changed: boolean;
}

/**
 * The core of server-side apply: merge, prune, transfer of ownership.
 *
 * @throws ApiError 409 without `force` when other managers own changed fields
 */
export function* applyToObject({ options, live, patch, managers, self, force }: ApplyInput): Steps<ApplyResult> {
  const id = managerId(self);
  const reconciled: Managers = new Map();
  const nodes = new Map<string, TypeNode | undefined>();
  for (const [other, managed] of managers) {
    if (isTurnDue()) yield;
    const { apiVersion } = managed;
    if (!nodes.has(apiVersion)) nodes.set(apiVersion, (yield* convertTo(options, live, apiVersion))?.node);
    const node = nodes.get(apiVersion);
    if (node !== undefined) reconciled.set(other, { ...managed, set: yield* reconcileSet(managed.set, node) });
  }
  const last = reconciled.get(id);
  const merged = yield* mergeValues(options.node, live, patch);
  const set = yield* visibleFields(options, self.apiVersion, yield* toFieldSet(patch, options.node));
  const own: ManagedSet = { ...self, set, ...(last?.time === undefined ? {} : { time: last.time }) };
  reconciled.set(id, own);
  const object = (yield* pruneGivenUp(options, merged, reconciled, last)) as ApiObject;
  const versions = new Versions({ ...options, stated: true }, live, object);
  return {
    object,
    managers: yield* transferOwnership(versions, reconciled, id, force),
    changed: !(yield* equalInSteps(live, object)),
  };
}

/**
 * Removes fields that the applier stated in its last apply, does not state now, and no other manager owns. Within a
 * removed item, fields that the applier never owned are kept only if another manager owns them.
 */
function* pruneGivenUp(
  options: VersionOptions,
  merged: unknown,
  managers: Managers,
  last: ManagedSet | undefined,
): Steps<unknown> {
  if (last === undefined || last.set.size === 0) return merged;
  const at = yield* convertTo(options, merged, last.apiVersion);
  if (at === undefined) return merged;
  const stated = yield* ensureDeclaredMembers(last.set, at.node);
  let pruned: VersionedObject = { object: yield* removeItems(at.node, at.object, stated), node: at.node };
  pruned = yield* addBackOwned(options, at, pruned, last.apiVersion, managers);
  const mergedSet = yield* ensureDeclaredMembers(yield* toFieldSet(at.object, at.node), at.node);
  const prunedSet = yield* ensureDeclaredMembers(yield* toFieldSet(pruned.object, at.node), at.node);
  const gone = yield* intersection(yield* difference(mergedSet, prunedSet), stated);
  if (gone.size === 0) return merged;
  const object = yield* removeItems(at.node, at.object, gone);
  return (yield* convertTo(options, object, options.apiVersion))?.object ?? merged;
}

/** Restores removed fields that a manager still owns, including by the applier's new configuration. */
function* addBackOwned(
  options: VersionOptions,
  merged: VersionedObject,
  pruned: VersionedObject,
  version: string,
  managers: Managers,
): Steps<VersionedObject> {
  const owned = new Map<string, FieldSet[]>();
  for (const { apiVersion, set } of managers.values()) {
    const sets = owned.get(apiVersion);
    if (sets === undefined) owned.set(apiVersion, [set]);
    else sets.push(set);
  }
  let result = pruned;
  // Start with the pruned version: a conversion may need fields that other managers own there.
  const order = [version, ...[...owned.keys()].filter((other) => other !== version)];
  for (const apiVersion of order) {
    const sets = owned.get(apiVersion);
    if (sets === undefined) continue;
    const same = apiVersion === version;
    const from = same ? merged : yield* convertTo(options, merged.object, apiVersion);
    const to = same ? result : yield* convertTo(options, result.object, apiVersion);
    if (from === undefined || to === undefined) continue;
    const all = yield* ensureDeclaredMembers(yield* toFieldSet(from.object, from.node), from.node);
    const kept = yield* ensureDeclaredMembers(yield* toFieldSet(to.object, from.node), from.node);
    const stated = yield* ensureDeclaredMembers(yield* unionOf(sets), from.node);
    const gone = yield* difference(yield* difference(all, kept), stated);
    const object = yield* removeItems(from.node, from.object, gone);
    const back = same ? object : ((yield* convertTo(options, object, version))?.object ?? result.object);
    result = { object: back, node: merged.node };
  }
  return result;
}
