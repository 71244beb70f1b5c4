import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { Kinds } from "../../../api/client/kinds.ts";
import { changeMetadata, withoutFinalizer, withoutOwners } from "./metadataChanges.ts";
import { type Node, ORPHAN } from "./node.ts";
import { referenceTo } from "./objectPath.ts";

/** Number of dependents that are written concurrently. */
const BATCH = 20;

/**
 * Removes an owner from its dependents, then lets the owner's own deletion continue.
 *
 * @throws Error of the first write that failed, after the others of its batch were tried
 */
export async function orphanDependents(
  client: Pick<ApiClient, "get" | "patch">,
  kinds: Kinds,
  owner: Node,
): Promise<void> {
  const { uid } = owner.coordinates;
  const change = withoutOwners(new Set([uid]));
  const dependents = [...(owner.dependents ?? [])];
  for (let start = 0; start < dependents.length; start += BATCH) {
    const outcomes = await Promise.allSettled(
      dependents
        .slice(start, start + BATCH)
        .map(({ coordinates }) => changeMetadata(client, referenceTo(kinds, coordinates), coordinates.uid, change)),
    );
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  }
  await changeMetadata(client, referenceTo(kinds, owner.coordinates), uid, withoutFinalizer(ORPHAN));
}
