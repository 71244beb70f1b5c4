import { isDeepStrictEqual } from "node:util";
import type { ApiObject } from "../../../../shared/object.ts";
import { isApiError } from "../../../../shared/status.ts";
import type { ApiClient, DeleteOptions, ResourceReference } from "../../../api/client/apiClient.ts";
import type { Graph } from "./graph.ts";
import { changeMetadata, readLive, withoutBlocking, withoutFinalizer, withoutOwners } from "./metadataChanges.ts";
import { blockingDependents, FOREGROUND, hasFinalizer, type Node, ORPHAN } from "./node.ts";
import { referenceTo } from "./objectPath.ts";
import { classifyOwners, type OwnerDependencies } from "./owners.ts";

export interface CollectorDependencies extends OwnerDependencies {
  readonly client: Pick<ApiClient, "get" | "patch" | "delete">;
  readonly graph: Graph;
  /** Enqueues a node. */
  attempt(uid: string): void;
}

/**
 * Processes one object: depending on its owners, it does nothing, removes owner references, deletes the object, or
 * continues a foreground deletion.
 *
 * @throws UnknownKind, UnnameableOwner; ApiError when a write failed
 */
export async function collect(dependencies: CollectorDependencies, node: Node): Promise<void> {
  // The object is already being deleted, so there is nothing to do, unless its dependents must go first.
  if (node.deleting && !node.deletingDependents) return;
  const { client, kinds, graph } = dependencies;
  const { coordinates } = node;
  const ref = referenceTo(kinds, coordinates);
  const latest = await readLive(client, ref, coordinates.uid);
  if (latest === undefined) return graph.absent(coordinates);
  if (node.deletingDependents) return continueForeground(dependencies, node, ref);
  const references = latest.metadata.ownerReferences ?? [];
  if (references.length === 0) return;
  const { solid, dangling, waiting } = await classifyOwners(dependencies, coordinates, references);
  if (solid.length > 0) {
    // References to owners that wait for their dependents are removed as well: another owner keeps this object alive.
    const gone = new Set([...dangling, ...waiting].map(({ uid }) => uid));
    if (gone.size > 0) await changeMetadata(client, ref, coordinates.uid, withoutOwners(gone), latest);
    return;
  }
  if (waiting.length > 0 && (node.dependents?.size ?? 0) > 0) {
    // A dependent that itself waits for its dependents may be part of a cycle.
    const circle = [...(node.dependents ?? [])].some(({ deletingDependents }) => deletingDependents);
    if (circle) await changeMetadata(client, ref, coordinates.uid, withoutBlocking, latest);
    return deleteObject(client, ref, circle ? undefined : latest, latest, "Foreground");
  }
  await deleteObject(client, ref, latest, latest, policyOf(latest));
}

/** Lets an owner go when no dependent blocks it; otherwise processes the blocking dependents. */
async function continueForeground(
  { client, attempt }: CollectorDependencies,
  node: Node,
  ref: ResourceReference,
): Promise<void> {
  const blocking = blockingDependents(node);
  if (blocking.length === 0) {
    await changeMetadata(client, ref, node.coordinates.uid, withoutFinalizer(FOREGROUND));
    return;
  }
  for (const { deletingDependents, coordinates } of blocking) if (!deletingDependents) attempt(coordinates.uid);
}

/** The propagation policy. One that an earlier request has set by a finalizer remains in force. */
function policyOf(object: ApiObject): NonNullable<DeleteOptions["propagationPolicy"]> {
  if (hasFinalizer(object, ORPHAN)) return "Orphan";
  return hasFinalizer(object, FOREGROUND) ? "Foreground" : "Background";
}

/**
 * Deletes an object, provided that its owners have not changed. Other changes in the meantime do not matter.
 *
 * @param bound the state that must not have changed; undefined when only the uid matters
 */
async function deleteObject(
  client: CollectorDependencies["client"],
  ref: ResourceReference,
  bound: ApiObject | undefined,
  judged: ApiObject,
  propagationPolicy: NonNullable<DeleteOptions["propagationPolicy"]>,
): Promise<void> {
  const { uid = "", ownerReferences } = judged.metadata;
  try {
    const { resourceVersion } = bound?.metadata ?? {};
    await client.delete(ref, { uid, propagationPolicy, ...(resourceVersion === undefined ? {} : { resourceVersion }) });
  } catch (error) {
    if (isApiError(error, "NotFound")) return;
    if (!isApiError(error, "Conflict")) throw error;
    const live = await readLive(client, ref, uid);
    if (live === undefined) return;
    if (bound === undefined || !isDeepStrictEqual(live.metadata.ownerReferences, ownerReferences)) throw error;
    await deleteObject(client, ref, undefined, judged, propagationPolicy);
  }
}
