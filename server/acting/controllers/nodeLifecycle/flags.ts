import { decimalFlag, durationFlag, type FlagGroup, numberFlag } from "../../../ground/settings/flag.ts";

/** How nodes are watched; times in milliseconds. */
export interface NodeLifecycleOptions {
  /** Between two looks at all nodes. */
  readonly nodeMonitorPeriod: number;
  /** How long a node may be silent that has reported before. */
  readonly nodeMonitorGracePeriod: number;
  /** The same for a node that never has. */
  readonly nodeStartupGracePeriod: number;
  /** How many nodes of a zone are given a taint that drives pods away, in a second. */
  readonly nodeEvictionRate: number;
  /** The same in a large zone in which many nodes are not ready. */
  readonly secondaryNodeEvictionRate: number;
  /** From which part of a zone on its nodes that are not ready are many. */
  readonly unhealthyZoneThreshold: number;
  /** A zone with more nodes is large. */
  readonly largeClusterSizeThreshold: number;
}

export const nodeLifecycleFlags: FlagGroup<NodeLifecycleOptions> = {
  nodeMonitorPeriod: durationFlag("node-monitor-period", "how often the controllers look whether nodes report", {
    min: "10ms",
    default: "5s",
  }),
  nodeMonitorGracePeriod: durationFlag(
    "node-monitor-grace-period",
    "how long a node may be silent before it is taken for not ready",
    { default: "50s" },
  ),
  nodeStartupGracePeriod: durationFlag("node-startup-grace-period", "the same for a node that has never reported", {
    default: "1m",
  }),
  nodeEvictionRate: decimalFlag("node-eviction-rate", {
    argument: "<rate>",
    about: "nodes of a zone whose pods are driven away in a second, when nodes fail",
    default: 0.1,
  }),
  secondaryNodeEvictionRate: decimalFlag("secondary-node-eviction-rate", {
    argument: "<rate>",
    about: "the same in a large zone of which many nodes have failed; in a small one, none",
    default: 0.01,
  }),
  unhealthyZoneThreshold: decimalFlag("unhealthy-zone-threshold", {
    argument: "<part>",
    about: "part of the nodes of a zone, at least three, from which on many have failed",
    default: 0.55,
  }),
  largeClusterSizeThreshold: numberFlag("large-cluster-size-threshold", {
    argument: "<n>",
    about: "a zone with more nodes is large",
    min: 0,
    max: 1_000_000,
    default: 50,
  }),
};
