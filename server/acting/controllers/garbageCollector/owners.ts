import type { ApiObject, OwnerReference } from "../../../../shared/object.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { Kinds } from "../../../api/client/kinds.ts";
import type { AbsentOwners } from "./absentOwners.ts";
import { readLive } from "./metadataChanges.ts";
import { type Coordinates, coordinatesOf, waitsForDependents } from "./node.ts";
import { referenceTo } from "./objectPath.ts";

export interface OwnerDependencies {
  readonly client: Pick<ApiClient, "get">;
  readonly kinds: Kinds;
  readonly absent: AbsentOwners;
}

/** An object's owner references, grouped by the state of the owners. */
export interface ClassifiedOwners {
  /** Owners that exist, and do not wait for their dependents. */
  readonly solid: OwnerReference[];
  /** Owners that no longer exist. */
  readonly dangling: OwnerReference[];
  /** Owners that are being deleted in the foreground. */
  readonly waiting: OwnerReference[];
}

/**
 * Asks the API for every owner of an object. A reference is dangling, too, when another object has the owner's name
 * now.
 *
 * @throws UnknownKind for an owner whose kind is not served: it is unknown whether it exists
 * @throws UnnameableOwner
 */
export async function classifyOwners(
  dependencies: OwnerDependencies,
  dependent: Coordinates,
  references: readonly OwnerReference[],
): Promise<ClassifiedOwners> {
  const result: ClassifiedOwners = { solid: [], dangling: [], waiting: [] };
  for (const reference of references) {
    const owner = await readOwner(dependencies, dependent, reference);
    if (owner === undefined) result.dangling.push(reference);
    else if (waitsForDependents(owner)) result.waiting.push(reference);
    else result.solid.push(reference);
  }
  return result;
}

async function readOwner(
  { client, kinds, absent }: OwnerDependencies,
  dependent: Coordinates,
  reference: OwnerReference,
): Promise<ApiObject | undefined> {
  const inNamespace = coordinatesOf(reference, dependent.namespace);
  const inCluster = coordinatesOf(reference, "");
  if (absent.has(inCluster) || absent.has(inNamespace)) return undefined;
  const ref = referenceTo(kinds, inNamespace);
  const owner = await readLive(client, ref, reference.uid);
  if (owner === undefined) absent.add(ref.namespace === undefined ? inCluster : inNamespace);
  return owner;
}
