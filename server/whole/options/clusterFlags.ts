import { durationFlag, type FlagGroup, listFlag, textFlag } from "../../ground/settings/flag.ts";

/** The cluster that the server serves: its controllers, its addresses, its history. */
export interface ClusterOptions {
  /** `*`, `name`, `-name`; an empty list starts none. */
  readonly controllers: readonly string[];
  /** CIDR that cluster IPs come from; or two, one of each family. */
  readonly serviceClusterIpRange: string;
  /** `30000-32767`. */
  readonly serviceNodePortRange: string;
  /** How long old revisions stay readable and watches can resume, in milliseconds. */
  readonly historyRetention: number;
  /** How long events are kept after they were last written, in milliseconds; 0 for ever. */
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
