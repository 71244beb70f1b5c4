import { durationFlag, type FlagGroup, listFlag, textFlag } from "../../ground/settings/flag.ts";

/** Options of the served cluster: its controllers, its addresses, its history. */
export interface ClusterOptions {
  /** `*`, `name`, `-name`; an empty list starts none. */
  readonly controllers: readonly string[];
  /** CIDR of cluster IPs; or two, one of each family. */
  readonly serviceClusterIpRange: string;
  /** For example `30000-32767`. */
  readonly serviceNodePortRange: string;
  /** Milliseconds that old revisions stay readable and watches can resume. */
  readonly historyRetention: number;
  /** Milliseconds that events are kept after they were last written; 0 for ever. */
  readonly eventTtl: number;
}

export const clusterFlags: FlagGroup<ClusterOptions> = {
  controllers: listFlag("controllers", {
    argument: "[list]",
    about: "controllers to run: *, name, -name; empty for none",
    default: ["*"],
    alone: "",
  }),
  serviceClusterIpRange: textFlag("service-cluster-ip-range", {
    argument: "<cidr>[,<cidr>]",
    about: "addresses of services: one range, or one of each IP family",
    default: "10.96.0.0/12",
  }),
  serviceNodePortRange: textFlag("service-node-port-range", {
    argument: "<range>",
    about: "node ports of services",
    default: "30000-32767",
  }),
  historyRetention: durationFlag("history-retention", "how long old revisions stay readable", {
    min: "1s",
    default: "5m",
  }),
  eventTtl: durationFlag("event-ttl", "how long events are kept; 0 for ever", { default: "1h" }),
};
