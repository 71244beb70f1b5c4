import type { NodeAffinity, TopologySpreadConstraint } from "kubernetes-types/core/v1";
import type { ShapePoint } from "../plugins/resources/resourceScore.ts";

/** The decoded scheduler configuration file, with only the fields that are used. */
export interface WrittenConfig {
  readonly parallelism?: number;
  readonly percentageOfNodesToScore?: number;
  readonly podInitialBackoffSeconds?: number;
  readonly podMaxBackoffSeconds?: number;
  readonly profiles?: readonly WrittenProfile[] | null;
  readonly extenders?: readonly unknown[] | null;
}

export interface WrittenProfile {
  readonly schedulerName?: string;
  readonly percentageOfNodesToScore?: number;
  readonly plugins?: WrittenPlugins | null;
  readonly pluginConfig?: readonly { readonly name: string; readonly args?: unknown }[] | null;
}

export type WrittenPlugins = Readonly<Record<string, WrittenSet | null | undefined>>;

export interface WrittenSet {
  readonly enabled?: readonly WrittenPlugin[] | null;
  readonly disabled?: readonly WrittenPlugin[] | null;
}

export interface WrittenPlugin {
  readonly name: string;
  readonly weight?: number;
}

/** The arguments of all plugins that accept any, by plugin name. */
export interface WrittenArgs {
  readonly NodeAffinity: { readonly addedAffinity?: NodeAffinity };
  readonly NodeResourcesFit: {
    readonly ignoredResources?: readonly string[];
    readonly ignoredResourceGroups?: readonly string[];
    readonly scoringStrategy?: WrittenStrategy;
  };
  readonly NodeResourcesBalancedAllocation: { readonly resources?: readonly WrittenResource[] };
  readonly InterPodAffinity: {
    readonly hardPodAffinityWeight?: number;
    readonly ignorePreferredTermsOfExistingPods?: boolean;
  };
  readonly PodTopologySpread: {
    readonly defaultConstraints?: readonly TopologySpreadConstraint[];
    readonly defaultingType?: string;
  };
  readonly DefaultPreemption: {
    readonly minCandidateNodesPercentage?: number;
    readonly minCandidateNodesAbsolute?: number;
  };
  readonly VolumeBinding: { readonly bindTimeoutSeconds?: number; readonly shape?: readonly ShapePoint[] };
}

export interface WrittenStrategy {
  readonly type?: string;
  readonly resources?: readonly WrittenResource[];
  readonly requestedToCapacityRatio?: { readonly shape?: readonly ShapePoint[] };
}

export interface WrittenResource {
  readonly name: string;
  readonly weight?: number;
}
