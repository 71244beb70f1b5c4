/** The ranges that the flag names for addresses of services. */
import { type Cidr, type Family, formatAddress, parseCidr } from "../../../../ground/formats/addresses.ts";
import { OptionError } from "../../../../ground/settings/optionError.ts";

/** One range, or one of each family: the first is of the family that services have when they ask for none. */
export type ClusterRanges = readonly [primary: string, secondary?: string];

const FLAG = "--service-cluster-ip-range";

/** Bits of addresses in the largest range, as in the reference: what is taken of it is kept as a map of bits. */
const MOST_BITS = 20;

/**
 * Reads `10.96.0.0/16` or `10.96.0.0/16,fd00:10:96::/112`.
 * @throws OptionError when these are not one range, or one of each family, or a range is too large
 */
export function readClusterRanges(text: string): ClusterRanges {
  const [primary = "", secondary, ...more] = text.split(",").map((each) => each.trim());
  if (more.length > 0) throw new OptionError(`${FLAG} must not hold more than two values`);
  const { family } = readRange(primary);
  if (secondary === undefined) return [primary];
  if (readRange(secondary).family === family) {
    throw new OptionError(`${FLAG}: the two ranges must be of different IP families`);
  }
  return [primary, secondary];
}

/** The families of these ranges, that of most services first. @throws OptionError as {@link readClusterRanges} */
export const clusterFamilies = (text: string): readonly Family[] =>
  readClusterRanges(text).flatMap((range) => (range === undefined ? [] : readRange(range).family));

/** The first usable address of the first range: the API's own service has it. @throws OptionError when there is none */
export function apiServiceAddress(text: string): string {
  const { family, base } = readRange(readClusterRanges(text)[0]);
  return formatAddress({ family, value: base + 1n });
}

/** Where pods look for the cluster's name service, as installers place it: the tenth address of the first range, or its last. */
export function nameServerAddress(text: string): string {
  const { family, base, size } = readRange(readClusterRanges(text)[0]);
  return formatAddress({ family, value: base + (size > 11n ? 10n : size > 2n ? size - 2n : size - 1n) });
}

function readRange(text: string): Cidr {
  const range = parseCidr(text);
  if (range === undefined) throw new OptionError(`${FLAG}: ${JSON.stringify(text)} is not a CIDR range`);
  const bits = range.family === "IPv4" ? 32 : 128;
  if (bits - range.prefix > MOST_BITS) {
    const rule = `for ${bits}-bit addresses, the mask must be >= ${bits - MOST_BITS}`;
    throw new OptionError(`${FLAG}: ${JSON.stringify(text)} is too large; ${rule}`);
  }
  return range;
}
