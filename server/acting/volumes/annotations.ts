import type { Vocabulary } from "../../../shared/vocabulary.ts";

const rendered = ({ render }: Pick<Vocabulary, "render">) => ({
  /** The claim is bound, and the binding is complete on both sides. */
  bindCompleted: render("pv.{labelDomain}/bind-completed"),
  /** The controller chose the binding, and may undo it. */
  boundByController: render("pv.{labelDomain}/bound-by-controller"),
  /** The provisioner that created a volume, and will delete it. */
  provisionedBy: render("pv.{labelDomain}/provisioned-by"),
  /** The provisioner that must create a volume for a claim. */
  provisioner: render("volume.{labelDomain}/storage-provisioner"),
  betaProvisioner: render("volume.beta.{labelDomain}/storage-provisioner"),
  /** The external driver that replaces the provisioner of a claim or volume. */
  migratedTo: render("pv.{labelDomain}/migrated-to"),
  /** The external driver that must expand a claim's volume. */
  resizer: render("volume.{labelDomain}/storage-resizer"),
  /** The capacity of a volume before it was expanded, until its file system has grown as well. */
  preResizeCapacity: render("volume.alpha.{labelDomain}/pre-resize-capacity"),
  /** The node that must be able to access the claim's volume. */
  selectedNode: render("volume.{labelDomain}/selected-node"),
  /** The class of a claim or volume, from before there was a field for it. */
  storageClass: render("volume.beta.{labelDomain}/storage-class"),
});

export type VolumeAnnotations = Readonly<ReturnType<typeof rendered>>;

/** Rendered once per vocabulary, because the scheduler needs them for every pod. */
const known = new WeakMap<Vocabulary, VolumeAnnotations>();

/** The annotations by which the controllers of claims and volumes communicate. */
export function volumeAnnotations(vocabulary: Vocabulary): VolumeAnnotations {
  const annotations = known.get(vocabulary) ?? rendered(vocabulary);
  known.set(vocabulary, annotations);
  return annotations;
}
