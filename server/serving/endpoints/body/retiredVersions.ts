/**
 * Versions that the reference no longer serves but can still decode, by the first label of the group: a body at such a
 * version gets another error than a body of an unknown kind.
 */
const RETIRED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  apiextensions: { v1beta1: ["CustomResourceDefinition"] },
  apiregistration: { v1beta1: ["APIService"] },
  apps: {
    v1beta1: ["Deployment", "StatefulSet", "ControllerRevision", "Scale"],
    v1beta2: ["Deployment", "StatefulSet", "ControllerRevision", "DaemonSet", "ReplicaSet", "Scale"],
  },
  autoscaling: { v2beta1: ["HorizontalPodAutoscaler"], v2beta2: ["HorizontalPodAutoscaler"] },
  batch: { v1beta1: ["CronJob"] },
  certificates: { v1beta1: ["CertificateSigningRequest"] },
  coordination: { v1beta1: ["Lease"] },
  discovery: { v1beta1: ["EndpointSlice"] },
  events: { v1beta1: ["Event"] },
  extensions: { v1beta1: ["DaemonSet", "Deployment", "Ingress", "NetworkPolicy", "ReplicaSet", "Scale"] },
  flowcontrol: {
    v1beta1: ["FlowSchema", "PriorityLevelConfiguration"],
    v1beta2: ["FlowSchema", "PriorityLevelConfiguration"],
  },
  networking: { v1beta1: ["Ingress", "IngressClass"] },
  node: { v1alpha1: ["RuntimeClass"], v1beta1: ["RuntimeClass"] },
  policy: { v1beta1: ["PodDisruptionBudget", "Eviction"] },
  rbac: {
    v1alpha1: ["Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"],
    v1beta1: ["Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding"],
  },
  scheduling: { v1alpha1: ["PriorityClass"], v1beta1: ["PriorityClass"] },
  storage: { v1beta1: ["StorageClass", "VolumeAttachment", "CSINode", "CSIDriver", "CSIStorageCapacity"] },
};

/** Whether the reference can decode a kind at a version that it does not serve. */
export function isRetired(group: string, version: string, kind: string): boolean {
  return RETIRED[group.split(".")[0] ?? ""]?.[version]?.includes(kind) === true;
}
