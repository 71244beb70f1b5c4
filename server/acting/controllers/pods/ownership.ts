import type { LabelSelector } from "kubernetes-types/meta/v1";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject, GroupResource, OwnerReference } from "../../../../shared/object.ts";
import { fromStructured, matchesLabels } from "../../../../shared/selectors/labelSelector.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { ignoring } from "../ignoring.ts";

/** A kind that can be the controller of other objects. */
export interface OwnerKind extends GroupResource {
  readonly version: string;
  readonly kind: string;
}

/** The owner that controls an object; there is at most one. */
export const controllerOf = ({ metadata }: Pick<ApiObject, "metadata">): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true);

/** An index function: the uid of an object's controller. */
export function controllerUid(object: ApiObject): string[] {
  const owner = controllerOf(object);
  return owner === undefined ? [] : [owner.uid];
}

/** An index function: the namespace of an object without a controller. */
export const orphanNamespace = (object: ApiObject): string[] =>
  controllerOf(object) === undefined ? [object.metadata.namespace ?? ""] : [];

/** The owner reference of a controller. */
export const controlledBy = ({ apiVersion = "", kind = "", metadata }: ApiObject): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name ?? "",
  uid: metadata.uid ?? "",
  controller: true,
  blockOwnerDeletion: true,
});

/**
 * Whether a selector matches labels. An absent or empty selector matches nothing, because a controller must never
 * select everything.
 */
export function isSelected(selector: LabelSelector | undefined | null, labels: Record<string, string> = {}): boolean {
  if (selector === undefined || selector === null) return false;
  if (isEmptyMap(selector.matchLabels ?? {}) && (selector.matchExpressions ?? []).length === 0) return false;
  return matchesLabels(fromStructured(selector as Parameters<typeof fromStructured>[0]), labels);
}

export interface Claim {
  readonly client: ApiClient;
  /** The owner that claims objects, with apiVersion and kind. */
  readonly owner: ApiObject;
  /** The owner's resource, to read the owner again before an object is adopted. */
  readonly ownerRef: OwnerKind;
  /** The resource of the claimed objects. */
  readonly ref: { readonly group: string; readonly version: string; readonly resource: string };
  /** Whether the owner wants an object. */
  wants(object: ApiObject): boolean;
  /** Finalizers that adopted objects get. */
  readonly finalizers?: readonly string[];
}

/**
 * Returns the given objects that an owner controls. Controlled objects that it does not want are released, and orphans
 * that it wants are adopted. An owner that is being deleted adopts and releases nothing.
 * @throws after all objects were tried, the first failure: ApiError when an object could not be adopted or released;
 * Error when the owner was replaced, or is being deleted by now
 */
export async function claim(claim: Claim, objects: readonly ApiObject[]): Promise<ApiObject[]> {
  const claimed: ApiObject[] = [];
  const failures: unknown[] = [];
  let checked: Promise<void> | undefined;
  const mayAdopt = (): Promise<void> => {
    checked ??= checkOwner(claim);
    return checked;
  };
  for (const object of objects) {
    const claiming = claimOne(claim, object, mayAdopt);
    // Most objects need no request.
    const isClaimed =
      typeof claiming === "boolean"
        ? claiming
        : await claiming.catch((error: unknown) => {
            failures.push(error);
            return false;
          });
    if (isClaimed) claimed.push(object);
  }
  if (failures.length > 0) throw failures[0];
  return claimed;
}

/** @param mayAdopt rejects when the owner may not adopt objects. @returns whether the owner controls the object */
function claimOne(claim: Claim, object: ApiObject, mayAdopt: () => Promise<void>): boolean | Promise<boolean> {
  const { owner, wants } = claim;
  const isStaying = owner.metadata.deletionTimestamp === undefined;
  const controller = controllerOf(object);
  if (controller !== undefined) {
    if (controller.uid !== owner.metadata.uid) return false;
    if (wants(object)) return true;
    return isStaying && release(claim, object).then(() => false);
  }
  const isWanted = isStaying && wants(object) && object.metadata.deletionTimestamp === undefined;
  return isWanted && mayAdopt().then(() => adopt(claim, object));
}

/** Reads the stored owner, because the cached one may be outdated. */
async function checkOwner({ client, owner, ownerRef }: Claim): Promise<void> {
  const { namespace, name, uid } = owner.metadata;
  const fresh = await client.get({ ...ownerRef, namespace, name });
  const { kind } = ownerRef;
  if (fresh.metadata.uid !== uid) {
    throw new Error(`original ${kind} ${namespace}/${name} is gone: got uid ${fresh.metadata.uid}, wanted ${uid}`);
  }
  if (fresh.metadata.deletionTimestamp !== undefined) {
    throw new Error(`${namespace}/${name} has just been deleted at ${fresh.metadata.deletionTimestamp}`);
  }
}

/** False when the object was deleted in the meantime. */
async function adopt({ client, owner, ref, finalizers }: Claim, object: ApiObject): Promise<boolean> {
  const { namespace, name, uid } = object.metadata;
  const metadata = {
    ownerReferences: [controlledBy(owner)],
    uid,
    ...(finalizers === undefined ? {} : { finalizers }),
  };
  const patched = client.patch({ ...ref, namespace, name }, { metadata }, { type: "strategic" });
  return (await ignoring(["NotFound"], patched)) !== undefined;
}

async function release({ client, owner, ref, finalizers = [] }: Claim, object: ApiObject): Promise<void> {
  const { namespace, name, uid } = object.metadata;
  const metadata: Record<string, unknown> = {
    uid,
    ownerReferences: [{ $patch: "delete", uid: owner.metadata.uid }],
  };
  if (finalizers.length > 0) metadata["$deleteFromPrimitiveList/finalizers"] = finalizers;
  // The object was deleted or replaced: there is nothing to release.
  await ignoring(
    ["NotFound", "Invalid"],
    client.patch({ ...ref, namespace, name }, { metadata }, { type: "strategic" }),
  );
}
