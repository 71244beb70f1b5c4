/** The ranges that the flag names for addresses of services. */
import { type Cidr, type Family, formatAddress, parseCidr } from "../../../../ground/formats/addresses/addresses.ts";
import { OptionError } from "../../../../ground/settings/optionError.ts";

/** One range, or one of each family: the first is of the family that services have when they ask for none. */
export type ClusterRanges = readonly [primary: string, secondary?: string];

const FLAG = "--service-cluster-ip-range";

/** Bits of addresses in the largest range, as in the reference: what is taken of it is kept as a map of bits. */
const MOST_BITS = 20;

/**
 * Reads `10.96.0.0/16` or `10.96.0.0/16,fd00:10:96::/112`.
 * @throws OptionError when these are not one range, or one of each family
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

/**
 * Refuses ranges of which no map of bits is kept.
 * @throws OptionError when a range is too large, or as {@link readClusterRanges}
 */
export function requireMappable(text: string): void {
  for (const each of readClusterRanges(text)) {
    const { family, prefix } = readRange(each ?? "");
    const bits = family === "IPv4" ? 32 : 128;
    if (bits - prefix <= MOST_BITS) continue;
    const rule = `for ${bits}-bit addresses, the mask must be >= ${bits - MOST_BITS}`;
    throw new OptionError(`${FLAG}: ${JSON.stringify(each)} is too large; ${rule}`);
  }
}

/**
 * These ranges as they are written in objects, each with the address of its network. @throws OptionError as {@link
 * readClusterRanges}
 */
export const normalizedRanges = (text: string): readonly string[] =>
  readClusterRanges(text).map((range) => {
    const { family, base, prefix } = readRange(range ?? "");
    return `${formatAddress({ family, value: base })}/${prefix}`;
  });

/** The families of these ranges, that of most services first. @throws OptionError as {@link readClusterRanges} */
export const clusterFamilies = (text: string): readonly Family[] =>
  readClusterRanges(text).flatMap((range) => (range === undefined ? [] : readRange(range).family));

/** The first usable address of the first range: the API's own service has it. @throws OptionError when there is none */
export function apiServiceAddress(text: string): string {
  const { family, base } = readRange(readClusterRanges(text)[0]);
  return formatAddress({ family, value: base + 1n });
}

/**
 * Where pods look for the cluster's name service, as installers place it: the tenth address of the first range, or its last.
 */
export function nameServerAddress(text: string): string {
  const { family, base, size } = readRange(readClusterRanges(text)[0]);
  return formatAddress({ family, value: base + (size > 11n ? 10n : size > 2n ? size - 2n : size - 1n) });
}

function readRange(text: string): Cidr {
  const range = parseCidr(text);
  if (range === undefined) throw new OptionError(`${FLAG}: ${JSON.stringify(text)} is not a CIDR range`);
  return range;
}
