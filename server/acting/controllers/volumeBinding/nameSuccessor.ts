import type { Claim, Volume } from "../../volumes/kinds.ts";
import { successorOf } from "../../volumes/migratedPlugins.ts";
import type { BindingParts } from "./parts.ts";

/**
 * Keeps the annotation that names the external driver which replaces the provisioner of a claim or volume: from then
 * on, only that driver provisions and deletes the volume.
 * @param provisioner the name in the object's annotations, if any
 * @param write stores the changed object
 * @throws ApiError
 */
export async function nameSuccessor<T extends Claim | Volume>(
  { annotations: { migratedTo }, vocabulary }: BindingParts,
  object: T,
  provisioner: string | undefined,
  write: (changed: T) => Promise<T>,
): Promise<T> {
  if (provisioner === undefined) return object;
  const { [migratedTo]: known, ...others } = object.metadata.annotations ?? {};
  const driver = successorOf(provisioner, vocabulary);
  if (driver === (known || undefined)) return object;
  const annotations = driver === undefined ? others : { ...others, [migratedTo]: driver };
  return write({ ...object, metadata: { ...object.metadata, annotations } });
}
