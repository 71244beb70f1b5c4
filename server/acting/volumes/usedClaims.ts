import type { PodSpec } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../shared/object.ts";

/** A claim that a pod uses. */
export interface UsedClaim {
  readonly name: string;
  /** The name of the volume in the pod. */
  readonly volume: string;
  /** Whether the claim was created for the pod, and is deleted with it. */
  readonly isEphemeral: boolean;
}

/** The claims that a pod uses, by name in its namespace. */
export const usedClaims = ({ spec, name }: { readonly spec: PodSpec; readonly name: string }): UsedClaim[] =>
  (spec.volumes ?? []).flatMap(({ name: volume, persistentVolumeClaim, ephemeral }): UsedClaim[] => {
    if (persistentVolumeClaim) return [{ name: persistentVolumeClaim.claimName, volume, isEphemeral: false }];
    return ephemeral ? [{ name: `${name}-${volume}`, volume, isEphemeral: true }] : [];
  });

/** An index function: the claims that a stored pod uses, as `namespace/name`. */
export const claimKeysOf = (pod: ApiObject): string[] =>
  usedClaims({ spec: pod["spec"] as PodSpec, name: pod.metadata.name ?? "" }).map(
    ({ name }) => `${pod.metadata.namespace}/${name}`,
  );
