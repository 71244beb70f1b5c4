import type { VolumeAnnotations } from "./annotations.ts";
import type { Claim, Volume } from "./kinds.ts";
import { isFor } from "./matchVolume.ts";

/**
 * A volume that says for which claim it is. A claim that a user has chosen stays when the binding is undone: it is not marked.
 */
export function claimedVolume<V extends Volume>(
  volume: V,
  { metadata }: Claim,
  { boundByController }: VolumeAnnotations,
): V {
  const { namespace, name, uid, resourceVersion } = metadata;
  const { annotations = {} } = volume.metadata;
  const isChosen = isFor(volume, { metadata });
  const claimRef = { kind: "PersistentVolumeClaim", namespace, name, uid, apiVersion: "v1", resourceVersion };
  const marked = isChosen ? annotations : { [boundByController]: "yes", ...annotations };
  return {
    ...volume,
    metadata: { ...volume.metadata, annotations: marked },
    spec: { ...volume.spec, claimRef },
  };
}
