import type { ApiObject } from "../../../../shared/object.ts";

export interface Toleration {
  key?: string;
  operator?: string;
  value?: string;
  effect?: string;
  tolerationSeconds?: number;
}

export interface VolumeMount {
  name: string;
  mountPath: string;
  readOnly?: boolean;
}

export interface Resources {
  limits?: Record<string, string>;
  requests?: Record<string, string>;
}

export interface Container {
  name: string;
  volumeMounts?: VolumeMount[];
  resources?: Resources;
  restartPolicy?: string;
  env?: { name?: string; valueFrom?: { secretKeyRef?: { name?: string } } }[];
  envFrom?: { secretRef?: { name?: string } }[];
}

export interface Volume {
  name: string;
  secret?: { secretName?: string };
  projected?: { sources?: { serviceAccountToken?: unknown; secret?: unknown }[] };
  [source: string]: unknown;
}

/** The parts of a pod's spec that admission reads and writes. */
export interface PodSpec {
  serviceAccountName?: string;
  /** Old name of serviceAccountName; the API keeps both equal. */
  serviceAccount?: string;
  automountServiceAccountToken?: boolean;
  imagePullSecrets?: { name: string }[];
  volumes?: Volume[];
  containers?: Container[];
  initContainers?: Container[];
  ephemeralContainers?: Container[];
  tolerations?: Toleration[];
  nodeSelector?: Record<string, string>;
  priorityClassName?: string;
  priority?: number;
  preemptionPolicy?: string;
  runtimeClassName?: string;
  overhead?: Record<string, string>;
  resources?: Resources;
}

/** The spec of a pod; created when absent, so that plugins can set fields in it. */
export function podSpec(pod: ApiObject): PodSpec {
  if (pod["spec"] === undefined || pod["spec"] === null) pod["spec"] = {};
  return pod["spec"] as PodSpec;
}
