import type { LabelSelector } from "../../../../shared/selectors/labelSelector.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { SchedulerCache } from "../cache/schedulerCache.ts";
import type { PluginArgs, ProfileConfig } from "../config/schedulerConfig.ts";
import type { Plugin } from "../framework/plugin.ts";
import type { Profile } from "../framework/profile.ts";
import type { NamespaceLabels } from "../model/affinityTerms.ts";
import type { PodInfo } from "../model/podInfo.ts";
import { imageLocality } from "./imageLocality.ts";
import { interPodAffinity } from "./interPodAffinity/interPodAffinity.ts";
import { nodeAffinity } from "./nodeAffinity.ts";
import { nodeName } from "./nodeName.ts";
import { nodePorts } from "./nodePorts.ts";
import { nodeUnschedulable } from "./nodeUnschedulable.ts";
import { podTopologySpread } from "./podTopologySpread/podTopologySpread.ts";
import { nodeResourcesBalancedAllocation } from "./resources/nodeResourcesBalancedAllocation.ts";
import { nodeResourcesFit } from "./resources/nodeResourcesFit.ts";
import { taintToleration } from "./taintToleration.ts";
import type { BindVolumesParts } from "./volumes/bindVolumes.ts";
import type { VolumeParts } from "./volumes/findVolumes.ts";
import { nodeVolumeLimits } from "./volumes/nodeVolumeLimits.ts";
import { volumeBinding } from "./volumes/volumeBinding.ts";
import { volumeRestrictions } from "./volumes/volumeRestrictions.ts";
import { volumeZone } from "./volumes/volumeZone.ts";

/** The dependencies of plugins. */
export interface PluginParts
  extends VolumeParts,
    Pick<BindVolumesParts, "client" | "claims" | "volumes" | "pods" | "nodes" | "timers" | "signal"> {
  readonly vocabulary: Vocabulary;
  readonly cache: SchedulerCache;
  readonly namespaceLabels: NamespaceLabels;
  /** A selector of the pods of the same services and of the same controller; undefined when there are neither. */
  ownersSelector(pod: PodInfo): LabelSelector | undefined;
}

type MakePlugin = (parts: PluginParts, args: PluginArgs) => Plugin;

const MAKERS: Readonly<Record<string, MakePlugin>> = {
  NodeUnschedulable: ({ vocabulary }) => nodeUnschedulable(vocabulary),
  NodeName: () => nodeName,
  TaintToleration: () => taintToleration,
  NodeAffinity: (_, args) => nodeAffinity(args.nodeAffinity.added),
  NodePorts: () => nodePorts,
  NodeResourcesFit: (_, args) => nodeResourcesFit(args.fit),
  NodeResourcesBalancedAllocation: (_, args) => nodeResourcesBalancedAllocation(args.balanced.resources),
  VolumeRestrictions: ({ cache, objects }) => volumeRestrictions(cache, objects),
  NodeVolumeLimits: ({ objects, vocabulary }) => nodeVolumeLimits(objects, vocabulary),
  VolumeBinding: (parts, args) => volumeBinding(parts, { ...parts, timeout: args.volumeBinding.bindTimeout }),
  VolumeZone: ({ objects, vocabulary }) => volumeZone(objects, vocabulary),
  PodTopologySpread: (parts, args) => podTopologySpread(parts, args.podTopologySpread),
  InterPodAffinity: (parts, args) => interPodAffinity(parts, args.interPodAffinity),
  ImageLocality: ({ cache }) => imageLocality(cache),
};

/** Creates a profile from its configuration. Each plugin is created once, for all of its extension points. */
export function makeProfile(parts: PluginParts, config: ProfileConfig): Profile {
  const made = new Map<string, Plugin>();
  const plugin = (name: string): Plugin[] => {
    const known = made.get(name) ?? MAKERS[name]?.(parts, config.args);
    if (known === undefined) return [];
    made.set(name, known);
    return [known];
  };
  const { filter, score, reserve, preEnqueue, postFilter } = config.plugins;
  return {
    schedulerName: config.schedulerName,
    filters: filter.flatMap(({ name }) => plugin(name)),
    scorers: score.flatMap(({ name, weight }) => plugin(name).map((plugin) => ({ plugin, weight }))),
    reservers: reserve.flatMap(({ name }) => plugin(name)),
    gates: preEnqueue.some(({ name }) => name === "SchedulingGates"),
    preemption: postFilter.some(({ name }) => name === "DefaultPreemption") ? config.args.preemption : undefined,
    percentageOfNodesToScore: config.percentageOfNodesToScore,
  };
}
