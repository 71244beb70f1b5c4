import { decimalFlag, durationFlag, type FlagGroup, numberFlag } from "../../../ground/settings/flag.ts";

/** How nodes are watched; times in milliseconds. */
export interface NodeLifecycleOptions {
  /** Between two looks at all nodes. */
  readonly nodeMonitorPeriod: number;
  /** How long a node may be silent that has reported before. */
  readonly nodeMonitorGracePeriod: number;
  /** The same for a node that never has. */
  readonly nodeStartupGracePeriod: number;
  /** How many nodes of a zone get a taint that evicts pods, per second. */
  readonly nodeEvictionRate: number;
  /** The same in a large zone in which many nodes are not ready. */
  readonly secondaryNodeEvictionRate: number;
  /** The fraction of a zone that counts as many when its nodes are not ready. */
  readonly unhealthyZoneThreshold: number;
  /** A zone with more nodes is large. */
  readonly largeClusterSizeThreshold: number;
}

export const nodeLifecycleFlags: FlagGroup<NodeLifecycleOptions> = {
  nodeMonitorPeriod: durationFlag("node-monitor-period", "how often the controllers check whether nodes report", {
    min: "10ms",
    default: "5s",
  }),
  nodeMonitorGracePeriod: durationFlag(
    "node-monitor-grace-period",
    "how long a node may be silent before it counts as not ready",
    { default: "50s" },
  ),
  nodeStartupGracePeriod: durationFlag("node-startup-grace-period", "the same for a node that has never reported", {
    default: "1m",
  }),
  nodeEvictionRate: decimalFlag("node-eviction-rate", {
    argument: "<rate>",
    about: "nodes per second of a zone from which pods are evicted, when nodes fail",
    default: 0.1,
  }),
  secondaryNodeEvictionRate: decimalFlag("secondary-node-eviction-rate", {
    argument: "<rate>",
    about: "the same for a large zone in which many nodes have failed; a small zone then evicts no pods",
    default: 0.01,
  }),
  unhealthyZoneThreshold: decimalFlag("unhealthy-zone-threshold", {
    argument: "<part>",
    about: "fraction of the nodes of a zone, at least three, that counts as many when they fail",
    default: 0.55,
  }),
  largeClusterSizeThreshold: numberFlag("large-cluster-size-threshold", {
    argument: "<n>",
    about: "number of nodes above which a zone is large",
    min: 0,
    max: 1_000_000,
    default: 50,
  }),
};
