/** The ranges for service addresses that the flag defines. */
import { type Cidr, type Family, formatAddress, parseCidr } from "../../../../ground/formats/addresses/addresses.ts";
import { OptionError } from "../../../../ground/settings/optionError.ts";

/** One range, or one of each family; the first has the default family of services. */
export type ClusterRanges = readonly [primary: string, secondary?: string];

const FLAG = "--service-cluster-ip-range";

/** Maximum number of host bits of a range, as in the reference: allocations are kept as a bitmap. */
const MAX_BITS = 20;

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
 * Refuses ranges that are too large for a bitmap.
 * @throws OptionError when a range is too large, or as {@link readClusterRanges}
 */
export function requireMappable(text: string): void {
  for (const each of readClusterRanges(text)) {
    const { family, prefix } = readRange(each ?? "");
    const bits = family === "IPv4" ? 32 : 128;
    if (bits - prefix <= MAX_BITS) continue;
    const rule = `for ${bits}-bit addresses, the mask must be >= ${bits - MAX_BITS}`;
    throw new OptionError(`${FLAG}: ${JSON.stringify(each)} is too large; ${rule}`);
  }
}

/**
 * The ranges in the form of objects, each with its network address.
 * @throws OptionError as {@link readClusterRanges}
 */
export const normalizedRanges = (text: string): readonly string[] =>
  readClusterRanges(text).map((range) => {
    const { family, base, prefix } = readRange(range ?? "");
    return `${formatAddress({ family, value: base })}/${prefix}`;
  });

/** The families of the ranges, the default one first. @throws OptionError as {@link readClusterRanges} */
export const clusterFamilies = (text: string): readonly Family[] =>
  readClusterRanges(text).flatMap((range) => (range === undefined ? [] : readRange(range).family));

/**
 * The first usable address of the first range, which the API's own service has.
 * @throws OptionError when there is none
 */
export function apiServiceAddress(text: string): string {
  const { family, base } = readRange(readClusterRanges(text)[0]);
  return formatAddress({ family, value: base + 1n });
}

/**
 * The address where pods expect the cluster's DNS server, by installers' convention: the tenth address of the first
 * range, or its last.
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
