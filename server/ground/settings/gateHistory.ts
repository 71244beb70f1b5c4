import { compareReleases, type Release } from "../../../shared/advice/release.ts";
import { KNOWN_GATES, type KnownGate } from "./knownGates.ts";

const alpha: KnownGate = { stage: "alpha", default: false, locked: false };
const beta: KnownGate = { stage: "beta", default: true, locked: false };
const betaOff: KnownGate = { stage: "beta", default: false, locked: false };
const deprecated: KnownGate = { stage: "deprecated", default: false, locked: false };

/** The release since which a gate has its state of 1.32, and its earlier states, back to 1.29. */
interface History {
  readonly since: Release;
  /** Latest first. */
  readonly before: readonly { readonly since: Release; readonly gate: KnownGate }[];
}

/**
 * Builds a history.
 * @param releases such as `1.31 1.29`: the release since which the gate has its present state, then those of the
 *   earlier states
 */
function history(releases: string, ...before: readonly KnownGate[]): History {
  const [since = "", ...earlier] = releases.split(" ");
  return { since, before: before.map((gate, i) => ({ since: earlier[i] ?? "", gate })) };
}

/** Gates that changed after 1.29. All others are the same in all four releases as in 1.32. */
export const GATE_HISTORY: Readonly<Record<string, History>> = {
  AdmissionWebhookMatchConditions: history("1.30 1.28", beta),
  AggregatedDiscoveryEndpoint: history("1.30 1.27", beta),
  AllowDNSOnlyNodeCSR: history("1.31"),
  AllowInsecureKubeletCertificateSigningRequests: history("1.31"),
  AllowOverwriteTerminationGracePeriodSeconds: history("1.32"),
  AllowServiceLBStatusOnNonLB: history("1.32 1.29", deprecated),
  AllowUnsafeMalformedObjectDeletion: history("1.32"),
  AnonymousAuthConfigurableEndpoints: history("1.32 1.31", alpha),
  APIServingWithRoutine: history("1.30"),
  AppArmor: history("1.31 1.4", beta),
  AppArmorFields: history("1.31 1.30", beta),
  AuthorizeNodeWithSelectors: history("1.32 1.31", alpha),
  AuthorizeWithSelectors: history("1.32 1.31", alpha),
  BtreeWatchCache: history("1.32"),
  CBORServingAndStorage: history("1.32"),
  ComponentFlagz: history("1.32"),
  ComponentSLIs: history("1.32 1.27", beta),
  ComponentStatusz: history("1.32"),
  ConcurrentWatchObjectDecode: history("1.31"),
  ConsistentListFromCache: history("1.31 1.28", alpha),
  ContainerCheckpoint: history("1.30 1.25", alpha),
  CoordinatedLeaderElection: history("1.31"),
  CRDValidationRatcheting: history("1.30 1.28", alpha),
  CronJobsScheduledAnnotation: history("1.32 1.28", beta),
  CSIMigrationPortworx: history("1.31 1.25", betaOff),
  CustomResourceFieldSelectors: history("1.32 1.31 1.30", beta, alpha),
  DevicePluginCDIDevices: history("1.31 1.29", beta),
  DisableAllocatorDualWrite: history("1.31"),
  DisableCloudProviders: history("1.31 1.29", beta),
  DisableKubeletCloudCredentialProviders: history("1.31 1.29", beta),
  DisableNodeKubeProxyVersion: history("1.31 1.29", alpha),
  DRAAdminAccess: history("1.32"),
  DRAResourceClaimDeviceStatus: history("1.32"),
  DynamicResourceAllocation: history("1.32 1.26", alpha),
  ElasticIndexedJob: history("1.31 1.27", beta),
  ExternalServiceAccountTokenSigner: history("1.32"),
  HonorPVReclaimPolicy: history("1.31 1.23", alpha),
  ImageMaximumGCAge: history("1.30 1.29", alpha),
  ImageVolume: history("1.31"),
  InPlacePodVerticalScalingAllocatedStatus: history("1.32"),
  InPlacePodVerticalScalingExclusiveCPUs: history("1.32"),
  JobManagedBy: history("1.32 1.30", alpha),
  JobPodFailurePolicy: history("1.31 1.26", beta),
  JobSuccessPolicy: history("1.31 1.30", alpha),
  KubeletCgroupDriverFromCRI: history("1.31 1.28", alpha),
  KubeletCrashLoopBackOffMax: history("1.32"),
  KubeletFineGrainedAuthz: history("1.32"),
  KubeletRegistrationGetOnExistsOnly: history("1.32"),
  KubeletSeparateDiskGC: history("1.31 1.29", alpha),
  KubeProxyDrainingTerminatingNodes: history("1.31 1.30 1.28", beta, alpha),
  LoadBalancerIPMode: history("1.32 1.30 1.29", beta, alpha),
  LocalStorageCapacityIsolationFSQuotaMonitoring: history("1.31 1.15", alpha),
  LogarithmicScaleDown: history("1.31 1.22", beta),
  MatchLabelKeysInPodAffinity: history("1.31 1.29", alpha),
  MemoryManager: history("1.32 1.22", beta),
  MultiCIDRServiceAllocator: history("1.31 1.27", alpha),
  MutatingAdmissionPolicy: history("1.32"),
  NFTablesProxyMode: history("1.31 1.29", alpha),
  NodeLogQuery: history("1.30 1.27", alpha),
  NodeSwap: history("1.30 1.28", betaOff),
  OrderedNamespaceDeletion: history("1.30"),
  PDBUnhealthyPodEvictionPolicy: history("1.31 1.27", beta),
  PersistentVolumeLastPhaseTransitionTime: history("1.31 1.29", beta),
  PodDisruptionConditions: history("1.31 1.26", beta),
  PodIndexLabel: history("1.32 1.28", beta),
  PodLevelResources: history("1.32"),
  PodLifecycleSleepAction: history("1.30 1.29", alpha),
  PodLifecycleSleepActionAllowZero: history("1.32"),
  PodLogsQuerySplitStreams: history("1.32"),
  PodSchedulingReadiness: history("1.30 1.27", beta),
  PortForwardWebsockets: history("1.31 1.30", alpha),
  ProcMountType: history("1.31 1.12", alpha),
  RecoverVolumeExpansionFailure: history("1.32 1.23", alpha),
  RecursiveReadOnlyMounts: history("1.31 1.30", alpha),
  RelaxedDNSSearchValidation: history("1.32"),
  RelaxedEnvironmentVariableValidation: history("1.32 1.30", alpha),
  ReloadKubeletServerCertificateFile: history("1.31"),
  RemoteRequestHeaderUID: history("1.32"),
  ResilientWatchCacheInitialization: history("1.31"),
  ResourceHealthStatus: history("1.31"),
  RetryGenerateName: history("1.32 1.31 1.30", beta, alpha),
  SchedulerAsyncPreemption: history("1.32"),
  SchedulerQueueingHints: history("1.32 1.28", betaOff),
  SELinuxChangePolicy: history("1.32"),
  SELinuxMount: history("1.30"),
  ServiceAccountNodeAudienceRestriction: history("1.32"),
  ServiceAccountTokenJTI: history("1.32 1.30 1.29", beta, alpha),
  ServiceAccountTokenNodeBinding: history("1.31 1.29", alpha),
  ServiceAccountTokenNodeBindingValidation: history("1.32 1.30 1.29", beta, alpha),
  ServiceAccountTokenPodNodeInfo: history("1.32 1.30 1.29", beta, alpha),
  ServiceTrafficDistribution: history("1.31 1.30", alpha),
  SizeMemoryBackedVolumes: history("1.32 1.22", beta),
  StatefulSetAutoDeletePVC: history("1.32 1.27", beta),
  StatefulSetStartOrdinal: history("1.31 1.27", beta),
  StorageNamespaceIndex: history("1.30"),
  StorageVersionMigrator: history("1.30"),
  StrictCostEnforcementForVAP: history("1.32 1.30", betaOff),
  StrictCostEnforcementForWebhooks: history("1.32 1.30", betaOff),
  StructuredAuthenticationConfiguration: history("1.30 1.29", alpha),
  StructuredAuthorizationConfiguration: history("1.32 1.30 1.29", beta, alpha),
  SupplementalGroupsPolicy: history("1.31"),
  SystemdWatchdog: history("1.32"),
  TopologyManagerPolicyOptions: history("1.32 1.28", beta),
  TranslateStreamCloseWebsocketRequests: history("1.30 1.29", alpha),
  UserNamespacesSupport: history("1.30 1.25", alpha),
  VolumeAttributesClass: history("1.31 1.29", alpha),
  WatchCacheInitializationPostStartHook: history("1.31"),
  WatchList: history("1.32 1.27", alpha),
  WindowsCPUAndMemoryAffinity: history("1.32"),
  WindowsGracefulNodeShutdown: history("1.32"),
};

/** The state of a gate in a release from 1.29 on; undefined for a gate that was added later, or does not exist. */
export function gateAt(name: string, release: Release): KnownGate | undefined {
  const past = Object.hasOwn(GATE_HISTORY, name) ? GATE_HISTORY[name] : undefined;
  if (past === undefined || compareReleases(past.since, release) <= 0) return KNOWN_GATES[name];
  return past.before.find(({ since }) => compareReleases(since, release) <= 0)?.gate;
}
