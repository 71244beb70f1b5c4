import type { ApiObject, ManagedFieldsEntry } from "../../../../shared/object.ts";
import { apiVersionOf } from "../../../../shared/object.ts";
import type { Services } from "../../../api/registry/services.ts";
import { inTurns } from "../../../ground/turns/turns.ts";
import { applyPatch, trackUpdate } from "../../../model/apply/fieldManager.ts";
import {
  fromScaleManagedFields,
  type ScaleMapping,
  toScaleManagedFields,
} from "../../../model/apply/scaleManagedFields.ts";
import { bodyOf, type Target } from "../target.ts";
import { trackingOf } from "./tracking.ts";

/**
 * Ownership of fields written through a scale view. The view shows the owners of the replicas field under its own
 * version; changes of that ownership in the view are applied to the parent.
 */
export interface ViewTracking {
  /** The view of the parent, with the managed fields of what it shows. */
  read(parent: ApiObject): Promise<ApiObject>;
  /** Records an ordinary write: returns `written` with the parent's new managedFields. */
  track(parent: ApiObject, written: ApiObject, manager: string): Promise<ApiObject>;
  /** Applies a configuration of the view: returns the view's new body, which carries its managedFields. */
  apply(parent: ApiObject, patch: Record<string, unknown>, manager: string, force: boolean): Promise<ApiObject>;
  /** The parent's managedFields after the view's entries have become `entries`. */
  carryBack(parent: ApiObject, entries: ManagedFieldsEntry[] | undefined): Promise<ManagedFieldsEntry[] | undefined>;
}

export function viewTracking(services: Services, target: Target): ViewTracking {
  const { resource, subresource } = target;
  const expected = bodyOf(services, target);
  const mapping: ScaleMapping = {
    scaleVersion: apiVersionOf(expected),
    parentVersion: resource.apiVersion,
    splitsOwners: services.quirks.follows("scaleSplitsOwners"),
    replicasPaths: subresource?.view?.replicasPaths ?? { [resource.apiVersion]: ["spec", "replicas"] },
  };
  const shown = async (parent: ApiObject, owners: ApiObject): Promise<ApiObject> => {
    const { read, readForWrite = read } = subresource?.view ?? {};
    const view = readForWrite?.(parent) ?? parent;
    const managedFields = await inTurns(toScaleManagedFields(mapping, owners.metadata.managedFields));
    return { ...view, metadata: { ...view.metadata, ...(managedFields === undefined ? {} : { managedFields }) } };
  };
  const options = (manager: string) => ({
    ...trackingOf(services, target, manager),
    node: expected.node,
    apiVersion: mapping.scaleVersion,
    isCustom: false,
    resetFields: {},
  });
  const carryBack = async (parent: ApiObject, entries: ManagedFieldsEntry[] | undefined) =>
    inTurns(fromScaleManagedFields(mapping, parent.metadata.managedFields, entries));
  return {
    carryBack,
    read: (parent) => shown(parent, parent),
    async track(parent, written, manager) {
      const live = await shown(parent, parent);
      const next = await shown(written, parent);
      const tracked = await inTurns(trackUpdate({ ...options(manager), live, next }));
      const managedFields = await carryBack(parent, tracked.metadata.managedFields);
      const { managedFields: _, ...metadata } = written.metadata;
      return { ...written, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } };
    },
    async apply(parent, patch, manager, force) {
      const live = await shown(parent, parent);
      return inTurns(applyPatch({ ...options(manager), live, patch, kind: expected.kind, force }));
    },
  };
}
