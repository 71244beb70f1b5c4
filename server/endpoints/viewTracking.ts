import type { ApiObject, ManagedFieldsEntry } from "../../shared/object.ts";
import { apiVersionOf } from "../../shared/object.ts";
import { applyPatch, trackUpdate } from "../apply/fieldManager.ts";
import { fromScaleManagedFields, type ScaleMapping, toScaleManagedFields } from "../apply/scaleManagedFields.ts";
import type { Services } from "./services.ts";
import { bodyOf, type Target } from "./target.ts";
import { trackingOf } from "./tracking.ts";

/**
 * Ownership of a write through a scale view. The view shows who owns the replicas under its own version; what happens to
 * that ownership there is carried back to the parent.
 */
export interface ViewTracking {
  /** The view of the parent, with the owners of what it shows. */
  read(parent: ApiObject): ApiObject;
  /** Records an ordinary write: returns `written` with the parent's new managedFields. */
  track(parent: ApiObject, written: ApiObject, manager: string): ApiObject;
  /** Applies a configuration of the view: returns the view's new body, which carries its managedFields. */
  apply(parent: ApiObject, patch: Record<string, unknown>, manager: string, force: boolean): ApiObject;
  /** The parent's managedFields after the view's became `entries`. */
  carryBack(parent: ApiObject, entries: ManagedFieldsEntry[] | undefined): ManagedFieldsEntry[] | undefined;
}

export function viewTracking(services: Services, target: Target): ViewTracking {
  const { resource, subresource } = target;
  const expected = bodyOf(services, target);
  const mapping: ScaleMapping = {
    scaleVersion: apiVersionOf(expected),
    parentVersion: resource.apiVersion,
    replicasPaths: subresource?.view?.replicasPaths ?? { [resource.apiVersion]: ["spec", "replicas"] },
  };
  const shown = (parent: ApiObject, owners: ApiObject): ApiObject => {
    const { read, readForWrite = read } = subresource?.view ?? {};
    const view = readForWrite?.(parent) ?? parent;
    const managedFields = toScaleManagedFields(mapping, owners.metadata.managedFields);
    return { ...view, metadata: { ...view.metadata, ...(managedFields === undefined ? {} : { managedFields }) } };
  };
  const options = (manager: string) => ({
    ...trackingOf(services, target, manager),
    node: expected.node,
    apiVersion: mapping.scaleVersion,
    resetFields: {},
  });
  const carryBack = (parent: ApiObject, entries: ManagedFieldsEntry[] | undefined) =>
    fromScaleManagedFields(mapping, parent.metadata.managedFields, entries);
  return {
    carryBack,
    read: (parent) => shown(parent, parent),
    track(parent, written, manager) {
      const tracked = trackUpdate({ ...options(manager), live: shown(parent, parent), next: shown(written, parent) });
      const managedFields = carryBack(parent, tracked.metadata.managedFields);
      const { managedFields: _, ...metadata } = written.metadata;
      return { ...written, metadata: managedFields === undefined ? metadata : { ...metadata, managedFields } };
    },
    apply: (parent, patch, manager, force) =>
      applyPatch({ ...options(manager), live: shown(parent, parent), patch, kind: expected.kind, force }),
  };
}
