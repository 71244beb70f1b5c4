import { KNOWN_GATES } from "./knownGates.ts";

/**
 * Feature gates that have an effect in this server. The others are accepted, so that command lines for the reference
 * work, but do nothing: they concern other programs, or internals of the reference.
 */
export const EFFECTIVE_GATES: ReadonlySet<string> = new Set([
  "AllowInsecureKubeletCertificateSigningRequests",
  "AllowUnsafeMalformedObjectDeletion",
  "AnonymousAuthConfigurableEndpoints",
  "AnyVolumeDataSource",
  "APIResponseCompression",
  "APIServerIdentity",
  "AuthorizeNodeWithSelectors",
  "AuthorizeWithSelectors",
  "CBORServingAndStorage",
  "ClusterTrustBundle",
  "ClusterTrustBundleProjection",
  "ComponentFlagz",
  "ComponentStatusz",
  "CoordinatedLeaderElection",
  "CRDValidationRatcheting",
  "CrossNamespaceVolumeDataSource",
  "DisableAllocatorDualWrite",
  "DisableNodeKubeProxyVersion",
  "DRAAdminAccess",
  "DRAResourceClaimDeviceStatus",
  "DynamicResourceAllocation",
  "ExecProbeTimeout",
  "HonorPVReclaimPolicy",
  "HPAScaleToZero",
  "ImageVolume",
  "InPlacePodVerticalScaling",
  "InPlacePodVerticalScalingAllocatedStatus",
  "JobBackoffLimitPerIndex",
  "JobManagedBy",
  "JobPodReplacementPolicy",
  "JobSuccessPolicy",
  "KMSv1",
  "MatchLabelKeysInPodAffinity",
  "MatchLabelKeysInPodTopologySpread",
  "MaxUnavailableStatefulSet",
  "MultiCIDRServiceAllocator",
  "MutatingAdmissionPolicy",
  "NodeInclusionPolicyInPodTopologySpread",
  "OpenAPIEnums",
  "OrderedNamespaceDeletion",
  "PodDeletionCost",
  "PodLevelResources",
  "PodLifecycleSleepAction",
  "PodLifecycleSleepActionAllowZero",
  "PodLogsQuerySplitStreams",
  "PodReadyToStartContainersCondition",
  "PortForwardWebsockets",
  "ProcMountType",
  "RecursiveReadOnlyMounts",
  "RecoverVolumeExpansionFailure",
  "RelaxedDNSSearchValidation",
  "RelaxedEnvironmentVariableValidation",
  "RemoteRequestHeaderUID",
  "ResourceHealthStatus",
  "SELinuxChangePolicy",
  "SELinuxMountReadWriteOncePod",
  "SeparateTaintEvictionController",
  "ServiceAccountNodeAudienceRestriction",
  "ServiceAccountTokenNodeBinding",
  "ServiceTrafficDistribution",
  "SidecarContainers",
  "StorageVersionHash",
  "StorageVersionMigrator",
  "StructuredAuthenticationConfiguration",
  "SupplementalGroupsPolicy",
  "TopologyAwareHints",
  "TranslateStreamCloseWebsocketRequests",
  "UnauthenticatedHTTP2DOSMitigation",
  "UserNamespacesPodSecurityStandards",
  "UserNamespacesSupport",
  "VolumeAttributesClass",
  "WatchList",
]);

/** The text for `--help`: which gates there are, and their effects. */
export function describeGates(): string {
  const line = (name: string): string => {
    const gate = KNOWN_GATES[name];
    const stage = gate?.stage.toUpperCase() ?? "";
    return `  ${name}=true|false (${stage} - default=${String(gate?.default)}${gate?.locked === true ? ", locked" : ""})`;
  };
  const names = Object.keys(KNOWN_GATES);
  const without = names.filter((name) => !EFFECTIVE_GATES.has(name));
  return [
    "Feature gates:",
    ...names.filter((name) => EFFECTIVE_GATES.has(name)).map(line),
    "",
    "Feature gates that are accepted and have no effect here:",
    ...without.map(line),
  ].join("\n");
}

/** Warnings about gates that were set. */
export function gateWarnings(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const gate = KNOWN_GATES[name];
    if (gate === undefined) return [];
    const warnings: string[] = [];
    if (gate.stage === "ga") {
      warnings.push(`Setting GA feature gate ${name}=${value}. It will be removed in a future release.`);
    }
    if (gate.stage === "deprecated") {
      warnings.push(`Setting deprecated feature gate ${name}=${value}. It will be removed in a future release.`);
    }
    if (!EFFECTIVE_GATES.has(name)) warnings.push(`Feature gate ${name} is accepted and has no effect here.`);
    return warnings;
  });
}
