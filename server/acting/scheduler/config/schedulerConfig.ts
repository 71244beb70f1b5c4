import type { NodeAffinity, TopologySpreadConstraint } from "kubernetes-types/core/v1";
import { DEFAULT_RESOURCES, type ScoringStrategy, type WeightedResource } from "../plugins/resources/resourceScore.ts";

/** The arguments of individual plugins. */
export interface PluginArgs {
  readonly nodeAffinity: { readonly added: NodeAffinity };
  readonly fit: {
    readonly ignoredResources: readonly string[];
    readonly ignoredResourceGroups: readonly string[];
    readonly scoringStrategy: ScoringStrategy;
  };
  readonly balanced: { readonly resources: readonly WeightedResource[] };
  readonly interPodAffinity: {
    readonly hardPodAffinityWeight: number;
    readonly ignorePreferredTermsOfExistingPods: boolean;
  };
  readonly podTopologySpread: {
    readonly defaultingType: "System" | "List";
    readonly defaultConstraints: readonly TopologySpreadConstraint[];
  };
  /** Milliseconds for which a pod waits for its volumes to be bound. */
  readonly volumeBinding: { readonly bindTimeout: number };
  readonly preemption: {
    readonly minCandidateNodesPercentage: number;
    readonly minCandidateNodesAbsolute: number;
  };
}

/** The extension points that this scheduler's plugins use. */
export const POINTS = ["preEnqueue", "filter", "postFilter", "score", "reserve"] as const;
export type Point = (typeof POINTS)[number];

export interface EnabledPlugin {
  readonly name: string;
  readonly weight: number;
}

/** The settings for pods with one scheduler name. */
export interface ProfileConfig {
  readonly schedulerName: string;
  /** Plugins in the order in which they run. */
  readonly plugins: Readonly<Record<Point, readonly EnabledPlugin[]>>;
  readonly args: PluginArgs;
  /** A percentage; 0 for a value that depends on the number of nodes. */
  readonly percentageOfNodesToScore: number;
}

export interface SchedulerConfig {
  /** Milliseconds. */
  readonly podInitialBackoff: number;
  /** Milliseconds. */
  readonly podMaxBackoff: number;
  /** At least one; names are unique. */
  readonly profiles: readonly ProfileConfig[];
}

export const DEFAULT_SCHEDULER = "default-scheduler";

export const DEFAULT_ARGS: PluginArgs = {
  nodeAffinity: { added: {} },
  fit: {
    ignoredResources: [],
    ignoredResourceGroups: [],
    scoringStrategy: { type: "LeastAllocated", resources: DEFAULT_RESOURCES, shape: [] },
  },
  balanced: { resources: DEFAULT_RESOURCES },
  interPodAffinity: { hardPodAffinityWeight: 1, ignorePreferredTermsOfExistingPods: false },
  podTopologySpread: { defaultingType: "System", defaultConstraints: [] },
  volumeBinding: { bindTimeout: 600_000 },
  preemption: { minCandidateNodesPercentage: 10, minCandidateNodesAbsolute: 100 },
};
