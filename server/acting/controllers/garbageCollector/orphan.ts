import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { Kinds } from "../../../api/client/kinds.ts";
import { eachTried } from "../eachTried.ts";
import { changeMetadata, withoutFinalizer, withoutOwners } from "./metadataChanges.ts";
import { type Node, ORPHAN } from "./node.ts";
import { referenceTo } from "./objectPath.ts";

/** Number of dependents that are written concurrently. */
const BATCH = 20;

/**
 * Removes an owner from its dependents, then lets the owner's own deletion continue.
 *
 * @throws Error of the first write that failed, after all others were tried: one dependent that cannot be written must
 * not bind the others to their owner
 */
export async function orphanDependents(
  client: Pick<ApiClient, "get" | "patch">,
  kinds: Kinds,
  owner: Node,
): Promise<void> {
  const { uid } = owner.coordinates;
  const change = withoutOwners(new Set([uid]));
  const orphan = async ({ coordinates }: Node): Promise<void> =>
    changeMetadata(client, referenceTo(kinds, coordinates), coordinates.uid, change);
  const dependents = [...(owner.dependents ?? [])];
  const batches = Array.from({ length: Math.ceil(dependents.length / BATCH) }, (_, i) => i * BATCH);
  await eachTried(batches, async (start) => {
    const outcomes = await Promise.allSettled(dependents.slice(start, start + BATCH).map(orphan));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  });
  await changeMetadata(client, referenceTo(kinds, owner.coordinates), uid, withoutFinalizer(ORPHAN));
}
