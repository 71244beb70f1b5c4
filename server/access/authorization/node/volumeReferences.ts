import type { ApiObject } from "../../../../shared/object.ts";

interface SecretReference {
  readonly name?: string;
  readonly namespace?: string;
}
interface CsiSource {
  readonly nodePublishSecretRef?: SecretReference;
  readonly nodeStageSecretRef?: SecretReference;
  readonly nodeExpandSecretRef?: SecretReference;
}
interface AzureFileSource {
  readonly secretName?: string;
  readonly secretNamespace?: string;
}

/** Sources whose secret reference defaults to the namespace of the claim. */
const BY_CLAIM = ["cephfs", "flexVolume", "rbd", "scaleIO", "iscsi"] as const;
/** Sources whose secret reference must name its namespace. */
const AS_WRITTEN = ["cinder", "storageos"] as const;

interface VolumeSpec {
  readonly claimRef?: { readonly namespace?: string; readonly name?: string };
  readonly azureFile?: AzureFileSource;
  readonly csi?: CsiSource;
  readonly [source: string]: unknown;
}

export interface NamespacedName {
  readonly namespace: string;
  readonly name: string;
}

const specOf = (volume: ApiObject): VolumeSpec => (volume["spec"] ?? {}) as VolumeSpec;

/** The claim that a persistent volume is bound to, or reserved for. */
export function claimOf(volume: ApiObject): NamespacedName | undefined {
  const { claimRef } = specOf(volume);
  if (claimRef === undefined || claimRef === null) return undefined;
  return { namespace: claimRef.namespace ?? "", name: claimRef.name ?? "" };
}

/**
 * The secrets that a node needs to mount a persistent volume. Those that only controllers use (CSI's
 * controllerPublishSecretRef, controllerExpandSecretRef) are excluded.
 */
export function volumeSecrets(volume: ApiObject): NamespacedName[] {
  const spec = specOf(volume);
  const ofClaim = spec.claimRef?.namespace ?? "";
  const secretRef = (source: string): SecretReference | undefined =>
    (spec[source] as { secretRef?: SecretReference } | undefined)?.secretRef;
  const { azureFile, csi } = spec;
  const byClaim = [
    { name: azureFile?.secretName ?? "", namespace: azureFile?.secretNamespace || ofClaim },
    ...BY_CLAIM.map(secretRef).map((found) => ({ name: found?.name ?? "", namespace: found?.namespace || ofClaim })),
  ];
  const asWritten = [
    ...AS_WRITTEN.map(secretRef),
    csi?.nodePublishSecretRef,
    csi?.nodeStageSecretRef,
    csi?.nodeExpandSecretRef,
  ].map((found) => ({ name: found?.name ?? "", namespace: found?.namespace ?? "" }));
  return [...byClaim, ...asWritten].filter(({ name }) => name !== "");
}
