import { decimalFlag, durationFlag, type FlagGroup, numberFlag } from "../../../ground/settings/flag.ts";

/** Settings of the node lifecycle controller; times in milliseconds. */
export interface NodeLifecycleOptions {
  /** Time between two checks of all nodes. */
  readonly nodeMonitorPeriod: number;
  /** How long a node that has reported before may be silent. */
  readonly nodeMonitorGracePeriod: number;
  /** The same for a node that has never reported. */
  readonly nodeStartupGracePeriod: number;
  /** Maximum number of nodes per zone and second that get an evicting taint. */
  readonly nodeEvictionRate: number;
  /** The same for a large zone in which many nodes are not ready. */
  readonly secondaryNodeEvictionRate: number;
  /** The fraction of a zone's nodes from which "many" are not ready. */
  readonly unhealthyZoneThreshold: number;
  /** A zone with more nodes than this is large. */
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
