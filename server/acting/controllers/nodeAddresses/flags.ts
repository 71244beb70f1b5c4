import { booleanFlag, type FlagGroup, numberFlag, textFlag } from "../../../ground/settings/flag.ts";

/** The settings for the pod CIDRs of nodes. */
export interface NodeAddressOptions {
  readonly allocateNodeCidrs: boolean;
  /** One range, or a comma-separated one for each family; empty for none. */
  readonly clusterCidr: string;
  /** For either family; 0 to use the family's own setting. */
  readonly nodeCidrMaskSize: number;
  readonly nodeCidrMaskSizeIpv4: number;
  readonly nodeCidrMaskSizeIpv6: number;
}

export const nodeAddressFlags: FlagGroup<NodeAddressOptions> = {
  allocateNodeCidrs: booleanFlag(
    "allocate-node-cidrs",
    "whether nodes that have none get addresses for their pods",
    false,
  ),
  clusterCidr: textFlag("cluster-cidr", {
    argument: "<cidr>",
    about: "addresses of pods, from which nodes get theirs: one range, or one of each family",
    default: "",
  }),
  nodeCidrMaskSize: numberFlag("node-cidr-mask-size", {
    argument: "<bits>",
    about:
      "length of the prefix of a node's addresses where pods have addresses of one family; 0 for that family's own",
    min: 0,
    max: 128,
    default: 0,
  }),
  nodeCidrMaskSizeIpv4: numberFlag("node-cidr-mask-size-ipv4", {
    argument: "<bits>",
    about: "length of the prefix of a node's IPv4 addresses",
    min: 1,
    max: 32,
    default: 24,
  }),
  nodeCidrMaskSizeIpv6: numberFlag("node-cidr-mask-size-ipv6", {
    argument: "<bits>",
    about: "length of the prefix of a node's IPv6 addresses",
    min: 1,
    max: 128,
    default: 64,
  }),
};
