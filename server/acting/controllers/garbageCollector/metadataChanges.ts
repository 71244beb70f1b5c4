import type { ApiObject, ObjectMeta, OwnerReference } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import type { ApiClient, ResourceReference } from "../../../api/client/apiClient.ts";

const ATTEMPTS = 5;

/** The current object, if it still has this uid. */
export async function readLive(
  client: Pick<ApiClient, "get">,
  ref: ResourceReference,
  uid: string,
): Promise<ApiObject | undefined> {
  try {
    const object = await client.get(ref);
    return object.metadata.uid === uid ? object : undefined;
  } catch (error) {
    // The error for a path that is not served has no name, and says nothing about whether the object exists.
    if (isApiError(error, "NotFound") && error.status.details?.name === ref.name) return undefined;
    throw error;
  }
}

/**
 * Changes the metadata of one object by a patch that is bound to the object's state. When another writer was faster,
 * the patch is computed again. Does nothing when the object is gone or `change` returns undefined.
 *
 * @param latest the object as just read; saves a read
 * @throws ApiError 409 when other writers are faster every time
 */
export async function changeMetadata(
  client: Pick<ApiClient, "get" | "patch">,
  ref: ResourceReference,
  uid: string,
  change: (metadata: ObjectMeta) => Record<string, unknown> | undefined,
  latest?: ApiObject,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const object = attempt === 1 && latest !== undefined ? latest : await readLive(client, ref, uid);
    const changed = object === undefined ? undefined : change(object.metadata);
    if (object === undefined || changed === undefined) return;
    try {
      await client.patch(ref, { metadata: { uid, resourceVersion: object.metadata.resourceVersion, ...changed } });
      return;
    } catch (error) {
      if (isApiError(error, "NotFound")) return;
      if (!isApiError(error, "Conflict") || attempt >= ATTEMPTS) throw error;
    }
  }
}

/** The references without those to some owners; undefined when it has no references to them. */
export function withoutOwners(
  owners: ReadonlySet<string>,
): (metadata: ObjectMeta) => Record<string, unknown> | undefined {
  return ({ ownerReferences = [] }) => {
    const kept = ownerReferences.filter(({ uid }) => !owners.has(uid));
    return kept.length === ownerReferences.length ? undefined : { ownerReferences: orNull(kept) };
  };
}

/** The references, with none of them blocking the owner's deletion; undefined when none was blocking. */
export function withoutBlocking({ ownerReferences = [] }: ObjectMeta): Record<string, unknown> | undefined {
  if (!ownerReferences.some(({ blockOwnerDeletion }) => blockOwnerDeletion === true)) return undefined;
  return {
    ownerReferences: ownerReferences.map(
      (reference): OwnerReference =>
        reference.blockOwnerDeletion === true ? { ...reference, blockOwnerDeletion: false } : reference,
    ),
  };
}

/** The finalizers without one; undefined when it is not among them. */
export function withoutFinalizer(finalizer: string): (metadata: ObjectMeta) => Record<string, unknown> | undefined {
  return ({ finalizers = [] }) =>
    finalizers.includes(finalizer)
      ? { finalizers: orNull(finalizers.filter((item) => item !== finalizer)) }
      : undefined;
}

/** Null removes a list that has become empty. */
const orNull = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list);
