import { readClusterRanges } from "../../../api/resources/core/services/clusterRanges.ts";
import { type Cidr, parseCidr } from "../../../ground/formats/addresses/addresses.ts";
import { OptionError } from "../../../ground/settings/optionError.ts";
import type { NodeAddressOptions } from "./flags.ts";

/** A range from which nodes get their pod CIDRs. */
export interface NodeRange {
  readonly range: Cidr;
  /** The prefix length of a node's CIDR. */
  readonly prefix: number;
}

export interface NodeRanges {
  /** One range, or one per family in the order of the nodes' lists. */
  readonly ranges: readonly NodeRange[];
  /** The service CIDRs, from which nodes get nothing. */
  readonly taken: readonly Cidr[];
}

/** Maximum number of parts of a range, as a power of two. */
const MAX_BITS = 16;

/**
 * The ranges for pod CIDRs of nodes; undefined when none are assigned.
 * @throws OptionError for ranges that are invalid, or cannot be divided
 */
export function readNodeRanges(
  options: NodeAddressOptions & { readonly serviceClusterIpRange: string },
): NodeRanges | undefined {
  if (!options.allocateNodeCidrs) return undefined;
  const texts = options.clusterCidr.split(",").map((text) => text.trim());
  const ranges = texts.map((text): NodeRange => {
    const range = parseCidr(text);
    if (range === undefined) throw new OptionError(`--cluster-cidr must be a range, not ${JSON.stringify(text)}`);
    return { range, prefix: prefixOf(options, range, texts.length > 1) };
  });
  const [first, second] = ranges;
  if (ranges.length > 2 || first?.range.family === second?.range.family) {
    throw new OptionError("--cluster-cidr must be one range, or one of each family");
  }
  const services = readClusterRanges(options.serviceClusterIpRange);
  return { ranges, taken: services.flatMap((text) => parseCidr(text ?? "") ?? []) };
}

function prefixOf(options: NodeAddressOptions, { family, prefix }: Cidr, isDual: boolean): number {
  const { nodeCidrMaskSize: either, nodeCidrMaskSizeIpv4, nodeCidrMaskSizeIpv6 } = options;
  if (isDual && either !== 0) throw new OptionError("--node-cidr-mask-size must not be set for ranges of two families");
  const own = family === "IPv4" ? nodeCidrMaskSizeIpv4 : nodeCidrMaskSizeIpv6;
  const wanted = either === 0 ? own : either;
  if (wanted < prefix || wanted > (family === "IPv4" ? 32 : 128)) {
    throw new OptionError(`--node-cidr-mask-size of ${wanted} does not divide a --cluster-cidr of ${prefix} bits`);
  }
  if (wanted - prefix > MAX_BITS) {
    throw new OptionError(
      `--cluster-cidr is too large: nodes get ${wanted} bits, so that it must have ${wanted - MAX_BITS} or more`,
    );
  }
  return wanted;
}
