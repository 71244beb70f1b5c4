import { decodeInSteps, encodeManagedFields, type Managers, managerId } from "../../../shared/apply/managedFields.ts";
import { difference } from "../../../shared/fieldset/algebra.ts";
import { type FieldSet, fieldSetOf, hasPath } from "../../../shared/fieldset/fieldSet.ts";
import type { FieldPath } from "../../../shared/fieldset/pathElement.ts";
import { fieldElement } from "../../../shared/fieldset/pathElement.ts";
import type { ManagedFieldsEntry } from "../../../shared/object.ts";
import { isTurnDue, type Steps } from "../../../shared/steps.ts";

/**
 * How ownership of the replica count is mapped between a resource and its scale subresource: the scale shows the owners
 * of the replicas under its own version and path, and a write to the scale maps the ownership back.
 */
export interface ScaleMapping {
  /** The version of the scale object, such as `autoscaling/v1`. */
  readonly scaleVersion: string;
  /** The version in which the resource is written. */
  readonly parentVersion: string;
  /** By version of the resource: the path to the replicas. Entries of other versions are dropped. */
  readonly replicasPaths: Readonly<Record<string, readonly string[] | undefined>>;
  /**
   * Whether, as in the reference, an updater that keeps the replicas gets a second entry for them. The reference compares
   * its identities, which contain the versions of the resource and of the scale.
   */
  readonly splitsOwners?: boolean;
}

const SCALE_PATH: FieldPath = ["spec", "replicas"].map(fieldElement);
const SCALE_REPLICAS: FieldSet = fieldSetOf([SCALE_PATH]);

const pathAt = (mapping: ScaleMapping, apiVersion: string): FieldPath | undefined =>
  mapping.replicasPaths[apiVersion]?.map(fieldElement);

/** The entries that the scale shows: the owners of the replicas. Undecodable entries count as none. */
export function* toScaleManagedFields(
  mapping: ScaleMapping,
  parent: ManagedFieldsEntry[] | undefined,
): Steps<ManagedFieldsEntry[] | undefined> {
  const result: Managers = new Map();
  for (const [id, managed] of yield* decodeOrNone(parent)) {
    if (isTurnDue()) yield;
    const path = pathAt(mapping, managed.apiVersion);
    if (path === undefined || !hasPath(managed.set, path)) continue;
    result.set(id, { ...managed, apiVersion: mapping.scaleVersion, set: SCALE_REPLICAS });
  }
  return yield* encodeManagedFields(result);
}

/**
 * The resource's entries after a write to the scale. A manager that lost the replicas there loses them here; one that
 * gained them gets a separate entry. That entry has no time, as in the reference. One that kept them keeps its entry.
 */
export function* fromScaleManagedFields(
  mapping: ScaleMapping,
  parent: ManagedFieldsEntry[] | undefined,
  scale: ManagedFieldsEntry[] | undefined,
): Steps<ManagedFieldsEntry[] | undefined> {
  const before = yield* decodeOrNone(parent);
  const owners = yield* decodeOrNone(scale);
  const result: Managers = new Map();
  const kept = new Set<string>();
  for (const [id, managed] of before) {
    if (isTurnDue()) yield;
    if (!Object.hasOwn(mapping.replicasPaths, managed.apiVersion)) continue;
    const path = pathAt(mapping, managed.apiVersion);
    if (path === undefined || !hasPath(managed.set, path)) {
      result.set(id, managed);
      continue;
    }
    const shown = managerId({ ...managed, apiVersion: mapping.scaleVersion });
    if (owners.has(shown) && (mapping.splitsOwners !== true || shown === id)) {
      result.set(id, managed);
      kept.add(shown);
      continue;
    }
    const set = yield* difference(managed.set, fieldSetOf([path]));
    if (set.size > 0) result.set(id, { ...managed, set });
  }
  const replicas = pathAt(mapping, mapping.parentVersion);
  for (const [id, managed] of owners) {
    if (isTurnDue()) yield;
    if (kept.has(id) || replicas === undefined || !hasPath(managed.set, SCALE_PATH)) continue;
    const { manager, operation, subresource } = managed;
    const moved = { manager, operation, subresource, apiVersion: mapping.parentVersion, set: fieldSetOf([replicas]) };
    result.set(id, moved);
  }
  return yield* encodeManagedFields(result);
}

function* decodeOrNone(entries: ManagedFieldsEntry[] | undefined): Steps<Managers> {
  try {
    return yield* decodeInSteps(entries);
  } catch {
    return new Map();
  }
}
