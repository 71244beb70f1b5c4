import type { PersistentVolumeClaimSpec, PersistentVolumeSpec } from "kubernetes-types/core/v1";
import type { ObjectMeta } from "../../../../../shared/object.ts";
import { flatEach, type Steps } from "../../../../../shared/steps.ts";
import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { claimSpecWarnings } from "../../validation/claimWarnings.ts";
import { nodeTermWarnings } from "../../validation/nodeLabels.ts";
import { DEPRECATED_VOLUMES } from "../../validation/pod/volumes/volumeWarnings.ts";

/** The volume sources that the reference warns about, in its order. */
const WARNED = ["cephfs", "photonPersistentDisk", "scaleIO", "storageos", "glusterfs", "rbd"] as const;

/** The annotation that named the storage class before the field existed. */
export const classAnnotation = (words: Vocabulary): string => words.render("volume.beta.{labelDomain}/storage-class");

function annotationWarnings({ annotations }: ObjectMeta, words: Vocabulary): string[] {
  const name = classAnnotation(words);
  return annotations?.[name] === undefined
    ? []
    : [`metadata.annotations[${name}]: deprecated since v1.8; use "storageClassName" attribute instead`];
}

/** Warnings about a persistent volume. */
export function* persistentVolumeWarnings(
  meta: ObjectMeta,
  spec: PersistentVolumeSpec | undefined,
  words: Vocabulary,
): Steps<string[]> {
  const terms = spec?.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const recycled =
    "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.";
  return [
    ...annotationWarnings(meta, words),
    ...(spec?.persistentVolumeReclaimPolicy === "Recycle" ? [recycled] : []),
    ...(yield* flatEach(terms, (term, i) =>
      nodeTermWarnings(term, `spec.nodeAffinity.required.nodeSelectorTerms[${i}]`, words),
    )),
    ...WARNED.filter((source) => spec?.[source]).map(
      (source) => `spec.${source === "storageos" ? "storageOS" : source}: ${DEPRECATED_VOLUMES[source]}`,
    ),
  ];
}

/** Warnings about a claim. */
export const claimWarnings = (
  meta: ObjectMeta,
  spec: PersistentVolumeClaimSpec | undefined,
  words: Vocabulary,
): string[] => [...annotationWarnings(meta, words), ...claimSpecWarnings(spec, "spec")];
