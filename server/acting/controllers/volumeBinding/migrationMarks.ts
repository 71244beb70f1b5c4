import { isOn } from "../../../api/registry/features.ts";
import type { Claim, Volume } from "../../volumes/kinds.ts";
import { inTreeName, successorOf } from "../../volumes/migratedPlugins.ts";
import type { BindingParts } from "./parts.ts";

/**
 * The object with the annotation that names the external driver which replaces its provisioner: from then on, only that
 * driver provisions and deletes the volume.
 * @param provisioner the name in the object's annotations, if any
 * @returns the same object when it has the annotation already, or needs none
 */
export function withSuccessor<T extends Claim | Volume>(
  { annotations: { migratedTo }, vocabulary }: BindingParts,
  object: T,
  provisioner: string | undefined,
): T {
  if (provisioner === undefined) return object;
  const { [migratedTo]: known, ...others } = object.metadata.annotations ?? {};
  const driver = successorOf(provisioner, vocabulary);
  if (driver === (known || undefined)) return object;
  const annotations = driver === undefined ? others : { ...others, [migratedTo]: driver };
  return { ...object, metadata: { ...object.metadata, annotations } };
}

/**
 * The volume with the finalizer that keeps it until its storage is deleted (gate `HonorPVReclaimPolicy`): volumes that a
 * plugin of the controller manager has provisioned have it while their policy is `Delete`.
 * @param provisioner the name in the volume's annotations, if any
 * @returns the same volume when its finalizers are right
 */
export function withDeletionFinalizer(
  { features, vocabulary }: BindingParts,
  volume: Volume,
  provisioner: string | undefined,
): Volume {
  if (provisioner === undefined || !isOn(features, "HonorPVReclaimPolicy")) return volume;
  const own = vocabulary.render("{labelDomain}/pv-controller");
  const external = vocabulary.render("external-provisioner.volume.{labelDomain}/finalizer");
  const before = volume.metadata.finalizers ?? [];
  if (successorOf(provisioner, vocabulary) !== undefined) return withFinalizers(volume, without(before, own));
  if (inTreeName(provisioner, vocabulary) === undefined) return volume;
  const others = without(before, external);
  switch (volume.spec?.persistentVolumeReclaimPolicy) {
    case "Delete":
      return withFinalizers(volume, others.includes(own) ? others : [...others, own]);
    case "Retain":
    case "Recycle":
      return withFinalizers(volume, without(others, own));
    default:
      return withFinalizers(volume, others);
  }
}

/** The volume without the finalizer above, once its storage is deleted. */
export const withoutDeletionFinalizer = ({ vocabulary }: Pick<BindingParts, "vocabulary">, volume: Volume): Volume =>
  withFinalizers(volume, without(volume.metadata.finalizers ?? [], vocabulary.render("{labelDomain}/pv-controller")));

const without = (finalizers: readonly string[], one: string): string[] => finalizers.filter((each) => each !== one);

/** The volume with a list that has lost or gained members, if it has. */
function withFinalizers(volume: Volume, finalizers: string[]): Volume {
  const before = volume.metadata.finalizers ?? [];
  const isSame = before.length === finalizers.length && finalizers.every((each, i) => each === before[i]);
  return isSame ? volume : { ...volume, metadata: { ...volume.metadata, finalizers } };
}
