import type { MemberKind, StructShape } from "../../../../ground/formats/wording/structShape.ts";

/**
 * The structures of a pod template, as the reference's messages print them: the members of its internal types, in their
 * order. The reference rebuilds volumes and mounts when it drops volumes of images, whose feature is off by default.
 */

/** A member: its name, its type, and its JSON name. */
export type Row = readonly [name: string, kind: MemberKind, json?: string];

/** @param rows the JSON name of a member defaults to its name with a lower-case first letter */
export const shape = (type: string, ...rows: readonly Row[]): StructShape => ({
  type,
  members: rows.map(([name, kind, json]) => [name, kind, json ?? `${name[0]?.toLowerCase()}${name.slice(1)}`]),
});

const owner = shape(
  "v1.OwnerReference",
  ["APIVersion", "text", "apiVersion"],
  ["Kind", "text"],
  ["Name", "text"],
  ["UID", "text", "uid"],
  ["Controller", "*bool"],
  ["BlockOwnerDeletion", "*bool"],
);

const managedFields = shape(
  "v1.ManagedFieldsEntry",
  ["Manager", "text"],
  ["Operation", "text"],
  ["APIVersion", "text", "apiVersion"],
  ["Time", "moment"],
  ["FieldsType", "text"],
  ["FieldsV1", "*v1.FieldsV1", "fieldsV1"],
  ["Subresource", "text"],
);

/** The metadata of a template. */
export const objectMetaShape = shape(
  "v1.ObjectMeta",
  ["Name", "text"],
  ["GenerateName", "text"],
  ["Namespace", "text"],
  ["SelfLink", "text"],
  ["UID", "text", "uid"],
  ["ResourceVersion", "text"],
  ["Generation", "number"],
  ["CreationTimestamp", "time"],
  ["DeletionTimestamp", "moment"],
  ["DeletionGracePeriodSeconds", "*int64"],
  ["Labels", "map"],
  ["Annotations", "map"],
  ["OwnerReferences", { list: owner }],
  ["Finalizers", "texts"],
  ["ManagedFields", { list: managedFields }],
);

const source = (name: string, type: string, json?: string): Row => [name, `*core.${type}`, json];

const volumeSource = shape(
  "core.VolumeSource",
  source("HostPath", "HostPathVolumeSource"),
  source("EmptyDir", "EmptyDirVolumeSource"),
  source("GCEPersistentDisk", "GCEPersistentDiskVolumeSource", "gcePersistentDisk"),
  source("AWSElasticBlockStore", "AWSElasticBlockStoreVolumeSource", "awsElasticBlockStore"),
  source("GitRepo", "GitRepoVolumeSource"),
  source("Secret", "SecretVolumeSource"),
  source("NFS", "NFSVolumeSource", "nfs"),
  source("ISCSI", "ISCSIVolumeSource", "iscsi"),
  source("Glusterfs", "GlusterfsVolumeSource"),
  source("PersistentVolumeClaim", "PersistentVolumeClaimVolumeSource"),
  source("RBD", "RBDVolumeSource", "rbd"),
  source("Quobyte", "QuobyteVolumeSource"),
  source("FlexVolume", "FlexVolumeSource"),
  source("Cinder", "CinderVolumeSource"),
  source("CephFS", "CephFSVolumeSource", "cephfs"),
  source("Flocker", "FlockerVolumeSource"),
  source("DownwardAPI", "DownwardAPIVolumeSource", "downwardAPI"),
  source("FC", "FCVolumeSource", "fc"),
  source("AzureFile", "AzureFileVolumeSource"),
  source("ConfigMap", "ConfigMapVolumeSource"),
  source("VsphereVolume", "VsphereVirtualDiskVolumeSource"),
  source("AzureDisk", "AzureDiskVolumeSource"),
  source("PhotonPersistentDisk", "PhotonPersistentDiskVolumeSource"),
  source("Projected", "ProjectedVolumeSource"),
  source("PortworxVolume", "PortworxVolumeSource"),
  source("ScaleIO", "ScaleIOVolumeSource", "scaleIO"),
  source("StorageOS", "StorageOSVolumeSource", "storageos"),
  source("CSI", "CSIVolumeSource", "csi"),
  source("Ephemeral", "EphemeralVolumeSource"),
  source("Image", "ImageVolumeSource"),
);

const volume = shape("core.Volume", ["Name", "text"], ["VolumeSource", { inline: volumeSource }]);

const port = shape(
  "core.ContainerPort",
  ["Name", "text"],
  ["HostPort", "number"],
  ["ContainerPort", "number"],
  ["Protocol", "text"],
  ["HostIP", "text", "hostIP"],
);

const envFrom = shape(
  "core.EnvFromSource",
  ["Prefix", "text"],
  source("ConfigMapRef", "ConfigMapEnvSource"),
  source("SecretRef", "SecretEnvSource"),
);

const env = shape("core.EnvVar", ["Name", "text"], ["Value", "text"], source("ValueFrom", "EnvVarSource"));

const resources = shape(
  "core.ResourceRequirements",
  ["Limits", "amounts"],
  ["Requests", "amounts"],
  ["Claims", { list: shape("core.ResourceClaim", ["Name", "text"], ["Request", "text"]) }],
);

const mount = shape(
  "core.VolumeMount",
  ["Name", "text"],
  ["ReadOnly", "flag"],
  source("RecursiveReadOnly", "RecursiveReadOnlyMode"),
  ["MountPath", "text"],
  ["SubPath", "text"],
  source("MountPropagation", "MountPropagationMode"),
  ["SubPathExpr", "text"],
);

const containerRows: readonly Row[] = [
  ["Name", "text"],
  ["Image", "text"],
  ["Command", "texts"],
  ["Args", "texts"],
  ["WorkingDir", "text"],
  ["Ports", { list: port }],
  ["EnvFrom", { list: envFrom }],
  ["Env", { list: env }],
  ["Resources", { struct: resources }],
  ["ResizePolicy", { list: shape("core.ContainerResizePolicy", ["ResourceName", "text"], ["RestartPolicy", "text"]) }],
  source("RestartPolicy", "ContainerRestartPolicy"),
  ["VolumeMounts", { list: mount, isRebuilt: true }],
  ["VolumeDevices", { list: shape("core.VolumeDevice", ["Name", "text"], ["DevicePath", "text"]) }],
  source("LivenessProbe", "Probe"),
  source("ReadinessProbe", "Probe"),
  source("StartupProbe", "Probe"),
  source("Lifecycle", "Lifecycle"),
  ["TerminationMessagePath", "text"],
  ["TerminationMessagePolicy", "text"],
  ["ImagePullPolicy", "text"],
  source("SecurityContext", "SecurityContext"),
  ["Stdin", "flag"],
  ["StdinOnce", "flag"],
  ["TTY", "flag", "tty"],
];

const container = shape("core.Container", ...containerRows);

const ephemeralContainer = shape(
  "core.EphemeralContainer",
  ["EphemeralContainerCommon", { inline: shape("core.EphemeralContainerCommon", ...containerRows) }],
  ["TargetContainerName", "text"],
);

const toleration = shape(
  "core.Toleration",
  ["Key", "text"],
  ["Operator", "text"],
  ["Value", "text"],
  ["Effect", "text"],
  ["TolerationSeconds", "*int64"],
);

const spread = shape(
  "core.TopologySpreadConstraint",
  ["MaxSkew", "number"],
  ["TopologyKey", "text"],
  ["WhenUnsatisfiable", "text"],
  ["LabelSelector", "*v1.LabelSelector"],
  ["MinDomains", "*int32"],
  source("NodeAffinityPolicy", "NodeInclusionPolicy"),
  source("NodeTaintsPolicy", "NodeInclusionPolicy"),
  ["MatchLabelKeys", "texts"],
);

const claim = shape(
  "core.PodResourceClaim",
  ["Name", "text"],
  ["ResourceClaimName", "*string"],
  ["ResourceClaimTemplateName", "*string"],
);

const podSpec = shape(
  "core.PodSpec",
  ["Volumes", { list: volume, isRebuilt: true }],
  ["InitContainers", { list: container }],
  ["Containers", { list: container }],
  ["EphemeralContainers", { list: ephemeralContainer }],
  ["RestartPolicy", "text"],
  ["TerminationGracePeriodSeconds", "*int64"],
  ["ActiveDeadlineSeconds", "*int64"],
  ["DNSPolicy", "text", "dnsPolicy"],
  ["NodeSelector", "map"],
  ["ServiceAccountName", "text"],
  ["AutomountServiceAccountToken", "*bool"],
  ["NodeName", "text"],
  source("SecurityContext", "PodSecurityContext"),
  ["ImagePullSecrets", { list: shape("core.LocalObjectReference", ["Name", "text"]) }],
  ["Hostname", "text"],
  ["Subdomain", "text"],
  ["SetHostnameAsFQDN", "*bool"],
  source("Affinity", "Affinity"),
  ["SchedulerName", "text"],
  ["Tolerations", { list: toleration }],
  ["HostAliases", { list: shape("core.HostAlias", ["IP", "text", "ip"], ["Hostnames", "texts"]) }],
  ["PriorityClassName", "text"],
  ["Priority", "*int32"],
  source("PreemptionPolicy", "PreemptionPolicy"),
  source("DNSConfig", "PodDNSConfig", "dnsConfig"),
  ["ReadinessGates", { list: shape("core.PodReadinessGate", ["ConditionType", "text"]) }],
  ["RuntimeClassName", "*string"],
  ["Overhead", "amounts"],
  ["EnableServiceLinks", "*bool"],
  ["TopologySpreadConstraints", { list: spread }],
  source("OS", "PodOS", "os"),
  ["SchedulingGates", { list: shape("core.PodSchedulingGate", ["Name", "text"]) }],
  ["ResourceClaims", { list: claim }],
  source("Resources", "ResourceRequirements"),
);

/** A pod template. */
export const podTemplateShape = shape(
  "core.PodTemplateSpec",
  ["ObjectMeta", { struct: objectMetaShape }, "metadata"],
  ["Spec", { struct: podSpec }],
);
