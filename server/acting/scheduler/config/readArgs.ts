import type { ScoringStrategy, WeightedResource } from "../plugins/resources/resourceScore.ts";
import { DEFAULT_ARGS, type PluginArgs } from "./schedulerConfig.ts";
import type { WrittenArgs, WrittenResource, WrittenStrategy } from "./writtenConfig.ts";

/** The arguments of plugins, with defaults for what is missing. @throws Error that names the field */
export function readArgs(written: Partial<WrittenArgs>): PluginArgs {
  const fit = written.NodeResourcesFit;
  const affinity = written.InterPodAffinity;
  const preemption = written.DefaultPreemption;
  const { interPodAffinity: hard, preemption: usual } = DEFAULT_ARGS;
  const args: PluginArgs = {
    nodeAffinity: { added: written.NodeAffinity?.addedAffinity ?? {} },
    fit: {
      ignoredResources: fit?.ignoredResources ?? [],
      ignoredResourceGroups: fit?.ignoredResourceGroups ?? [],
      scoringStrategy: readStrategy(fit?.scoringStrategy),
    },
    balanced: { resources: readResources("resources", written.NodeResourcesBalancedAllocation?.resources) },
    interPodAffinity: {
      hardPodAffinityWeight: affinity?.hardPodAffinityWeight ?? hard.hardPodAffinityWeight,
      ignorePreferredTermsOfExistingPods: affinity?.ignorePreferredTermsOfExistingPods ?? false,
    },
    podTopologySpread: readSpread(written.PodTopologySpread),
    volumeBinding: { bindTimeout: readTimeout(written.VolumeBinding) },
    preemption: {
      minCandidateNodesPercentage: preemption?.minCandidateNodesPercentage ?? usual.minCandidateNodesPercentage,
      minCandidateNodesAbsolute: preemption?.minCandidateNodesAbsolute ?? usual.minCandidateNodesAbsolute,
    },
  };
  inRange("hardPodAffinityWeight", args.interPodAffinity.hardPodAffinityWeight, 0, 100);
  const { minCandidateNodesPercentage: percentage, minCandidateNodesAbsolute: absolute } = args.preemption;
  inRange("minCandidateNodesPercentage", percentage, 0, 100);
  inRange("minCandidateNodesAbsolute", absolute, 0, Number.MAX_SAFE_INTEGER);
  if (percentage + absolute === 0) {
    throw new Error("minCandidateNodesPercentage and minCandidateNodesAbsolute cannot both be zero");
  }
  return args;
}

/** @throws Error that names the field */
export function inRange(field: string, value: number, least: number, most: number): void {
  if (value >= least && value <= most) return;
  const range = most === Number.MAX_SAFE_INTEGER ? `at least ${least}` : `in the range [${least}-${most}]`;
  throw new Error(`${field}: Invalid value: ${value}: must be ${range}`);
}

function readResources(field: string, written: readonly WrittenResource[] | undefined): readonly WeightedResource[] {
  if (written === undefined || written === null || written.length === 0) return DEFAULT_ARGS.balanced.resources;
  return written.map(({ name, weight = 0 }, i) => {
    inRange(`${field}[${i}].weight`, weight || 1, 1, 100);
    return { name, weight: weight || 1 };
  });
}

const STRATEGIES: readonly ScoringStrategy["type"][] = ["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"];

function readStrategy({ type = "LeastAllocated", resources, ...more }: WrittenStrategy = {}): ScoringStrategy {
  const known = STRATEGIES.find((name) => name === type);
  if (known === undefined) {
    const supported = STRATEGIES.map((name) => JSON.stringify(name)).join(", ");
    throw new Error(`scoringStrategy.type: Unsupported value: ${JSON.stringify(type)}: supported values: ${supported}`);
  }
  const shape = more.requestedToCapacityRatio?.shape ?? [];
  if (known === "RequestedToCapacityRatio") checkShape(shape);
  return { type: known, resources: readResources("scoringStrategy.resources", resources), shape };
}

function checkShape(shape: ScoringStrategy["shape"]): void {
  const field = "scoringStrategy.requestedToCapacityRatio.shape";
  if (shape.length === 0) throw new Error(`${field}: Required value: at least one point must be specified`);
  shape.forEach(({ utilization, score }, i) => {
    inRange(`${field}[${i}].utilization`, utilization, 0, 100);
    inRange(`${field}[${i}].score`, score, 0, 10);
    const before = shape[i - 1];
    if (before !== undefined && utilization <= before.utilization) {
      throw new Error(
        `${field}[${i}].utilization: Invalid value: ${utilization}: values must be sorted in increasing order`,
      );
    }
  });
}

function readTimeout({ bindTimeoutSeconds, shape }: WrittenArgs["VolumeBinding"] = {}): number {
  if (shape !== undefined && shape.length > 0) {
    throw new Error("shape: Forbidden: the capacity of volumes is not scored");
  }
  const { bindTimeout } = DEFAULT_ARGS.volumeBinding;
  const seconds = bindTimeoutSeconds ?? bindTimeout / 1000;
  inRange("bindTimeoutSeconds", seconds, 0, Number.MAX_SAFE_INTEGER);
  return seconds * 1000;
}

function readSpread(written: WrittenArgs["PodTopologySpread"] = {}): PluginArgs["podTopologySpread"] {
  const { defaultConstraints = [], defaultingType } = written;
  const type = defaultingType || "System";
  if (type !== "System" && type !== "List") {
    throw new Error(`defaultingType: Unsupported value: ${JSON.stringify(type)}: supported values: "List", "System"`);
  }
  if (type === "System" && defaultConstraints.length > 0) {
    throw new Error('defaultingType: Invalid value: "System": when .defaultConstraints are not empty');
  }
  defaultConstraints.forEach(({ labelSelector, maxSkew, topologyKey, whenUnsatisfiable }, i) => {
    const field = `defaultConstraints[${i}]`;
    inRange(`${field}.maxSkew`, maxSkew, 1, Number.MAX_SAFE_INTEGER);
    if (topologyKey === "") throw new Error(`${field}.topologyKey: Required value: can not be empty`);
    if (whenUnsatisfiable !== "DoNotSchedule" && whenUnsatisfiable !== "ScheduleAnyway") {
      const supported = 'supported values: "DoNotSchedule", "ScheduleAnyway"';
      throw new Error(
        `${field}.whenUnsatisfiable: Unsupported value: ${JSON.stringify(whenUnsatisfiable)}: ${supported}`,
      );
    }
    if (labelSelector !== undefined && labelSelector !== null) {
      throw new Error(
        `${field}.labelSelector: Forbidden: constraint must not define a selector, as they deduced for each pod`,
      );
    }
  });
  return { defaultingType: type, defaultConstraints };
}
