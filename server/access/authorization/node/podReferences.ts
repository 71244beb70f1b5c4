import type { ApiObject } from "../../../../shared/object.ts";

interface KeyRef {
  name?: string;
}
interface ContainerShape {
  env?: { valueFrom?: { secretKeyRef?: KeyRef; configMapKeyRef?: KeyRef } }[];
  envFrom?: { secretRef?: KeyRef; configMapRef?: KeyRef }[];
}
/** Volume sources whose driver authenticates with a secret. */
const WITH_SECRET_REF = ["cephfs", "cinder", "flexVolume", "iscsi", "rbd", "scaleIO", "storageos"] as const;

type VolumeShape = { [source in (typeof WITH_SECRET_REF)[number]]?: { secretRef?: KeyRef } } & {
  name?: string;
  secret?: { secretName?: string };
  azureFile?: { secretName?: string };
  csi?: { nodePublishSecretRef?: KeyRef };
  configMap?: KeyRef;
  persistentVolumeClaim?: { claimName?: string };
  ephemeral?: object;
  projected?: { sources?: { secret?: KeyRef; configMap?: KeyRef }[] };
};
interface SpecShape {
  serviceAccountName?: string;
  imagePullSecrets?: KeyRef[];
  volumes?: VolumeShape[];
  containers?: ContainerShape[];
  initContainers?: ContainerShape[];
  ephemeralContainers?: ContainerShape[];
  resourceClaims?: { name?: string; resourceClaimName?: string }[];
}
interface StatusShape {
  resourceClaimStatuses?: { name?: string; resourceClaimName?: string }[];
}

const specOf = (pod: ApiObject): SpecShape => (pod["spec"] ?? {}) as SpecShape;

/** Resources that a pod may refer to; all of them are in the pod's namespace. */
export const REFERENCED = [
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "serviceaccounts",
  "resourceclaims",
] as const;

/** Names of the objects of one resource ({@link REFERENCED}) that a pod refers to. */
export function podReferences(pod: ApiObject, resource: string): Set<string> {
  const spec = specOf(pod);
  const volumes = spec.volumes ?? [];
  const sources = volumes.flatMap((volume) => volume.projected?.sources ?? []);
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])];
  const env = containers.flatMap((container) => container.env ?? []);
  const envFrom = containers.flatMap((container) => container.envFrom ?? []);
  const names: Record<string, () => (string | undefined)[]> = {
    secrets: () => [
      ...(spec.imagePullSecrets ?? []).map(({ name }) => name),
      ...volumes.flatMap((volume) => [
        volume.secret?.secretName,
        volume.azureFile?.secretName,
        volume.csi?.nodePublishSecretRef?.name,
        ...WITH_SECRET_REF.map((source) => volume[source]?.secretRef?.name),
      ]),
      ...sources.map((source) => source.secret?.name),
      ...env.map((entry) => entry.valueFrom?.secretKeyRef?.name),
      ...envFrom.map((entry) => entry.secretRef?.name),
    ],
    configmaps: () => [
      ...volumes.map((volume) => volume.configMap?.name),
      ...sources.map((source) => source.configMap?.name),
      ...env.map((entry) => entry.valueFrom?.configMapKeyRef?.name),
      ...envFrom.map((entry) => entry.configMapRef?.name),
    ],
    // The claim of an ephemeral volume is named after the pod and the volume.
    persistentvolumeclaims: () =>
      volumes.map((volume) =>
        volume.ephemeral ? `${pod.metadata.name}-${volume.name}` : volume.persistentVolumeClaim?.claimName,
      ),
    serviceaccounts: () => [spec.serviceAccountName],
    resourceclaims: () => {
      const made = madeClaims(pod);
      return (spec.resourceClaims ?? []).map((claim) => claim.resourceClaimName ?? made.get(claim.name));
    },
  };
  return new Set((names[resource]?.() ?? []).filter((name): name is string => name !== undefined && name !== ""));
}

/**
 * The claims that were created from templates, according to the status.
 * @returns their names, by the pod's names for them
 */
function madeClaims(pod: ApiObject): ReadonlyMap<string | undefined, string | undefined> {
  const { resourceClaimStatuses = [] } = (pod["status"] ?? {}) as StatusShape;
  return new Map(resourceClaimStatuses.map(({ name, resourceClaimName }) => [name, resourceClaimName]));
}
