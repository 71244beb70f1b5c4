import type { Node, PersistentVolume, PersistentVolumeClaim } from "kubernetes-types/core/v1";
import { fromStructured, type LabelSelector, matchesLabels } from "../../../shared/selectors/labelSelector.ts";
import { amountIn } from "../../ground/formats/amountIn.ts";
import { nodeSelectorTest } from "../placement/nodeSelection.ts";
import type { VolumeAnnotations } from "./annotations.ts";
import { classOf } from "./storageClass.ts";

/** Whether a volume can be used on a node. */
export function reaches({ spec }: PersistentVolume, node: Node): boolean {
  const required = spec?.nodeAffinity?.required;
  return !required || nodeSelectorTest(required)(node);
}

/** Whether a volume is reserved for a claim. */
export function isFor({ spec }: PersistentVolume, { metadata }: PersistentVolumeClaim): boolean {
  const claimed = spec?.claimRef;
  if (claimed?.name !== metadata?.name || claimed?.namespace !== metadata?.namespace) return false;
  return (claimed?.uid ?? "") === "" || claimed?.uid === metadata?.uid;
}

/** The capacity of a volume, in bytes. */
export const sizeOf = (volume: PersistentVolume): number => amountIn(volume.spec?.capacity?.["storage"] ?? "0", false);

/** The requested capacity of a claim, in bytes. */
export const requestedBytes = (claim: PersistentVolumeClaim): number =>
  amountIn(claim.spec?.resources?.requests?.["storage"] ?? "0", false);

/** Whether volume and claim have the same mode: file system or block. */
export const hasModeOf = (volume: PersistentVolume, claim: PersistentVolumeClaim): boolean =>
  (volume.spec?.volumeMode ?? "Filesystem") === (claim.spec?.volumeMode ?? "Filesystem");

/** Whether a volume has all access modes that a claim requests. */
export const hasAccessOf = (volume: PersistentVolume, claim: PersistentVolumeClaim): boolean =>
  (claim.spec?.accessModes ?? []).every((mode) => volume.spec?.accessModes?.includes(mode));

const selectorOf = ({ spec }: PersistentVolumeClaim): LabelSelector =>
  spec?.selector ? fromStructured(spec.selector as Parameters<typeof fromStructured>[0]) : [];

export interface Search {
  readonly annotations: VolumeAnnotations;
  /** The node on which the volume must be usable. Default: any. */
  readonly node?: Node;
  /** Names of volumes that are reserved for others. */
  readonly taken?: ReadonlySet<string>;
  /**
   * Whether to consider only a volume that is reserved for the claim: others are chosen only after the pod has a node.
   */
  readonly onlyMeant?: boolean;
}

/** The smallest volume that suits a claim; or the one that is reserved for the claim, if any. */
export function matchVolume(
  claim: PersistentVolumeClaim,
  volumes: readonly PersistentVolume[],
  { annotations, node, taken, onlyMeant = false }: Search,
): PersistentVolume | undefined {
  const storageClass = classOf(claim, annotations);
  const selector = selectorOf(claim);
  let smallest: PersistentVolume | undefined;
  for (const volume of volumes) {
    const { spec, metadata, status } = volume;
    if (taken?.has(metadata?.name ?? "") || metadata?.deletionTimestamp) continue;
    const isMeant = isFor(volume, claim);
    if (spec?.claimRef && !isMeant) continue;
    if (sizeOf(volume) < requestedBytes(claim) || !hasModeOf(volume, claim)) continue;
    const isReached = node === undefined || reaches(volume, node);
    if (isMeant) return isReached ? volume : undefined;
    const suits =
      !onlyMeant &&
      status?.phase === "Available" &&
      classOf(volume, annotations) === storageClass &&
      matchesLabels(selector, metadata?.labels) &&
      hasAccessOf(volume, claim) &&
      isReached;
    if (suits && (smallest === undefined || sizeOf(volume) < sizeOf(smallest))) smallest = volume;
  }
  return smallest;
}
