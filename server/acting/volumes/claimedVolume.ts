import type { VolumeAnnotations } from "./annotations.ts";
import type { Claim, Volume } from "./kinds.ts";
import { isFor } from "./matchVolume.ts";

/**
 * A volume with a reference to its claim. A reference set by a user is kept when the binding is undone, so it gets no
 * mark.
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
