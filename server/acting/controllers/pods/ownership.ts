import type { LabelSelector } from "kubernetes-types/meta/v1";
import { isEmptyMap } from "../../../../shared/json/largeMaps.ts";
import type { ApiObject, GroupResource, OwnerReference } from "../../../../shared/object.ts";
import { fromStructured, matchesLabels } from "../../../../shared/selectors/labelSelector.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { ignoring } from "../ignoring.ts";

/** A kind that owns what it controls. */
export interface OwnerKind extends GroupResource {
  readonly version: string;
  readonly kind: string;
}

/** The owner that controls an object; there is one at most. */
export const controllerOf = ({ metadata }: Pick<ApiObject, "metadata">): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller === true);

/** For indices: the uid of what controls an object. */
export function controllerUid(object: ApiObject): string[] {
  const owner = controllerOf(object);
  return owner === undefined ? [] : [owner.uid];
}

/** For indices: the namespace of an object without a controller. */
export const orphanNamespace = (object: ApiObject): string[] =>
  controllerOf(object) === undefined ? [object.metadata.namespace ?? ""] : [];

/** The reference by which an object is controlled. */
export const controlledBy = ({ apiVersion = "", kind = "", metadata }: ApiObject): OwnerReference => ({
  apiVersion,
  kind,
  name: metadata.name ?? "",
  uid: metadata.uid ?? "",
  controller: true,
  blockOwnerDeletion: true,
});

/** Whether a selector selects labels; one that is absent or empty selects nothing, as controllers never take everything. */
export function isSelected(selector: LabelSelector | undefined | null, labels: Record<string, string> = {}): boolean {
  if (selector === undefined || selector === null) return false;
  if (isEmptyMap(selector.matchLabels ?? {}) && (selector.matchExpressions ?? []).length === 0) return false;
  return matchesLabels(fromStructured(selector as Parameters<typeof fromStructured>[0]), labels);
}

export interface Claim {
  readonly client: ApiClient;
  /** What claims: with apiVersion and kind. */
  readonly owner: ApiObject;
  /** Its resource, to read the owner again before an object is adopted. */
  readonly ownerRef: OwnerKind;
  /** The resource of what is claimed. */
  readonly ref: { readonly group: string; readonly version: string; readonly resource: string };
  /** Whether an object is one that the owner wants. */
  wants(object: ApiObject): boolean;
  /** Finalizers that what is adopted gets. */
  readonly finalizers?: readonly string[];
}

/**
 * The objects among some that an owner controls: those it controls and wants stay, those it controls and does not want are
 * released, orphans it wants are adopted. An owner that is being deleted takes and releases nothing.
 * @throws ApiError when one could not be taken or released; Error when the owner is another, or on its way out, by now
 */
export async function claim(claim: Claim, objects: readonly ApiObject[]): Promise<ApiObject[]> {
  const { owner, wants } = claim;
  const { uid } = owner.metadata;
  const claimed: ApiObject[] = [];
  let mayAdopt: Promise<void> | undefined;
  for (const object of objects) {
    const controller = controllerOf(object);
    if (controller !== undefined) {
      if (controller.uid !== uid) continue;
      if (wants(object)) claimed.push(object);
      else if (owner.metadata.deletionTimestamp === undefined) await release(claim, object);
      continue;
    }
    const isOurs = owner.metadata.deletionTimestamp === undefined && wants(object);
    if (!isOurs || object.metadata.deletionTimestamp !== undefined) continue;
    mayAdopt ??= checkOwner(claim);
    await mayAdopt;
    if (await adopt(claim, object)) claimed.push(object);
  }
  return claimed;
}

/** Reads the stored owner, because the cached one may be old. */
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

/** False when the object is gone meanwhile. */
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
  // Gone, or another object by now: there is nothing to release.
  await ignoring(
    ["NotFound", "Invalid"],
    client.patch({ ...ref, namespace, name }, { metadata }, { type: "strategic" }),
  );
}
