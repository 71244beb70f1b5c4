import type { Vocabulary } from "../../../shared/vocabulary.ts";

const rendered = ({ render }: Pick<Vocabulary, "render">) => ({
  /** A claim has its volume, and both know it. */
  bindCompleted: render("pv.{labelDomain}/bind-completed"),
  /** The controller chose the binding, and may undo it. */
  boundByController: render("pv.{labelDomain}/bound-by-controller"),
  /** The provisioner that made a volume, and deletes it. */
  provisionedBy: render("pv.{labelDomain}/provisioned-by"),
  /** The provisioner that is to make a volume for a claim. */
  provisioner: render("volume.{labelDomain}/storage-provisioner"),
  betaProvisioner: render("volume.beta.{labelDomain}/storage-provisioner"),
  /** The node from which the volume of a claim is to be reached. */
  selectedNode: render("volume.{labelDomain}/selected-node"),
  /** The class of a claim or volume, from before there was a field for it. */
  storageClass: render("volume.beta.{labelDomain}/storage-class"),
});

export type VolumeAnnotations = Readonly<ReturnType<typeof rendered>>;

/** Rendered once for each vocabulary: the scheduler asks for every pod. */
const known = new WeakMap<Vocabulary, VolumeAnnotations>();

/** The annotations by which the controllers of claims and volumes tell each other what they did. */
export function volumeAnnotations(vocabulary: Vocabulary): VolumeAnnotations {
  const annotations = known.get(vocabulary) ?? rendered(vocabulary);
  known.set(vocabulary, annotations);
  return annotations;
}
