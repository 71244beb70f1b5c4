import type { EnabledPlugin, Point } from "./schedulerConfig.ts";

interface KnownPlugin {
  readonly name: string;
  /** The default weight of its scores. */
  readonly weight: number;
  readonly points: readonly Point[];
}

/** The available plugins in their default order; all are enabled by default. */
export const KNOWN_PLUGINS: readonly KnownPlugin[] = [
  { name: "SchedulingGates", weight: 0, points: ["preEnqueue"] },
  { name: "PrioritySort", weight: 0, points: [] },
  { name: "NodeUnschedulable", weight: 0, points: ["filter"] },
  { name: "NodeName", weight: 0, points: ["filter"] },
  { name: "TaintToleration", weight: 3, points: ["filter", "score"] },
  { name: "NodeAffinity", weight: 2, points: ["filter", "score"] },
  { name: "NodePorts", weight: 0, points: ["filter"] },
  { name: "NodeResourcesFit", weight: 1, points: ["filter", "score"] },
  { name: "VolumeRestrictions", weight: 0, points: ["filter"] },
  { name: "NodeVolumeLimits", weight: 0, points: ["filter"] },
  { name: "VolumeBinding", weight: 0, points: ["filter", "reserve"] },
  { name: "VolumeZone", weight: 0, points: ["filter"] },
  { name: "PodTopologySpread", weight: 2, points: ["filter", "score"] },
  { name: "InterPodAffinity", weight: 2, points: ["filter", "score"] },
  { name: "DefaultPreemption", weight: 0, points: ["postFilter"] },
  { name: "NodeResourcesBalancedAllocation", weight: 1, points: ["score"] },
  { name: "ImageLocality", weight: 1, points: ["score"] },
  { name: "DefaultBinder", weight: 0, points: [] },
];

export const findPlugin = (name: string): KnownPlugin | undefined =>
  KNOWN_PLUGINS.find((plugin) => plugin.name === name);

/** The plugins of an extension point by default. */
export const defaultPlugins = (point: Point): EnabledPlugin[] =>
  KNOWN_PLUGINS.filter(({ points }) => points.includes(point)).map(({ name, weight }) => ({ name, weight }));
