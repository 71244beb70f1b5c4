import type { ApiObject } from "../../shared/object.ts";
import type { ObjectReader } from "../cache/reader.ts";

interface KeyRef {
  name?: string;
}
interface ContainerShape {
  env?: { valueFrom?: { secretKeyRef?: KeyRef; configMapKeyRef?: KeyRef } }[];
  envFrom?: { secretRef?: KeyRef; configMapRef?: KeyRef }[];
}
/** Sources whose driver logs in with a secret. */
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
  nodeName?: string;
  serviceAccountName?: string;
  imagePullSecrets?: KeyRef[];
  volumes?: VolumeShape[];
  containers?: ContainerShape[];
  initContainers?: ContainerShape[];
  ephemeralContainers?: ContainerShape[];
}

const specOf = (pod: ApiObject): SpecShape => (pod["spec"] ?? {}) as SpecShape;

/** Pods of a namespace that are bound to a node. */
export function* nodesPods(reader: ObjectReader, node: string, namespace: string): Iterable<ApiObject> {
  for (const pod of reader.list({ group: "", resource: "pods" }, namespace)) {
    if (specOf(pod).nodeName === node) yield pod;
  }
}

/** Names of the objects of one resource (secrets, configmaps, persistentvolumeclaims, serviceaccounts) that a pod refers to. */
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
    // The claim of an ephemeral volume is made for the pod and named after both.
    persistentvolumeclaims: () =>
      volumes.map((volume) =>
        volume.ephemeral ? `${pod.metadata.name}-${volume.name}` : volume.persistentVolumeClaim?.claimName,
      ),
    serviceaccounts: () => [spec.serviceAccountName],
  };
  return new Set((names[resource]?.() ?? []).filter((name) => name !== undefined));
}
