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
  /** Puts a node in line. */
  attempt(uid: string): void;
}

/**
 * Does with one object what its owners demand: nothing, removing references to owners, deleting it, or going on with a
 * deletion in the foreground.
 *
 * @throws UnknownKind, UnnameableOwner; ApiError when a write failed
 */
export async function collect(dependencies: CollectorDependencies, node: Node): Promise<void> {
  // A deletion is under way, so nothing is left to do; unless dependents have to go first.
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
    // References to owners that wait are removed as well: this object stays, because another owner exists.
    const gone = new Set([...dangling, ...waiting].map(({ uid }) => uid));
    if (gone.size > 0) await changeMetadata(client, ref, coordinates.uid, withoutOwners(gone), latest);
    return;
  }
  if (waiting.length > 0 && (node.dependents?.size ?? 0) > 0) {
    // Waiting for a dependent that waits itself may be a cycle.
    const circle = [...(node.dependents ?? [])].some(({ deletingDependents }) => deletingDependents);
    if (circle) await changeMetadata(client, ref, coordinates.uid, withoutBlocking, latest);
    return deleteObject(client, ref, circle ? undefined : latest, latest, "Foreground");
  }
  await deleteObject(client, ref, latest, latest, policyOf(latest));
}

/** Releases an owner when nothing blocks it; otherwise makes its blocking dependents go. */
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

/** A policy that an earlier request set by a finalizer stays in force. */
function policyOf(object: ApiObject): NonNullable<DeleteOptions["propagationPolicy"]> {
  if (hasFinalizer(object, ORPHAN)) return "Orphan";
  return hasFinalizer(object, FOREGROUND) ? "Foreground" : "Background";
}

/**
 * Deletes an object as long as it has the owners it had. Other changes of it in between do not matter.
 *
 * @param bound the state that must not have changed; undefined when only the uid counts
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
