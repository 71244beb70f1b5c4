import type { PersistentVolume, PersistentVolumeClaim } from "kubernetes-types/core/v1";
import type { VolumeAnnotations } from "./annotations.ts";

type Classed = Pick<PersistentVolumeClaim | PersistentVolume, "metadata" | "spec">;

/** The storage class that a claim or a volume names; empty for none. */
export const classOf = (
  { metadata, spec }: Classed,
  { storageClass }: Pick<VolumeAnnotations, "storageClass">,
): string => metadata?.annotations?.[storageClass] ?? spec?.storageClassName ?? "";

/** Whether a claim explicitly names a class, including the empty one. */
export const statesClass = (
  { metadata, spec }: Classed,
  { storageClass }: Pick<VolumeAnnotations, "storageClass">,
): boolean => (metadata?.annotations?.[storageClass] ?? spec?.storageClassName ?? undefined) !== undefined;
