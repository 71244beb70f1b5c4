/** The ranges that the flag names for addresses of services. */
import { formatAddress, parseCidr } from "../../../../ground/formats/addresses.ts";
import { OptionError } from "../../../../ground/settings/optionError.ts";

/** One range, or one of each family: the first is of the family that services have when they ask for none. */
export type ClusterRanges = readonly [primary: string, secondary?: string];

const FLAG = "--service-cluster-ip-range";

/**
 * Reads `10.96.0.0/16` or `10.96.0.0/16,fd00:10:96::/112`.
 * @throws OptionError when these are not one range, or one of each family
 */
export function readClusterRanges(text: string): ClusterRanges {
  const [primary = "", secondary, ...more] = text.split(",").map((each) => each.trim());
  if (secondary === undefined) return [primary];
  if (more.length > 0) throw new OptionError(`${FLAG} must not hold more than two values`);
  const [one, other] = [primary, secondary].map((each) => {
    const range = parseCidr(each);
    if (range === undefined) throw new OptionError(`${FLAG}: ${JSON.stringify(each)} is not a CIDR range`);
    return range;
  });
  if (one?.family === other?.family) throw new OptionError(`${FLAG}: the two ranges must be of different IP families`);
  return [primary, secondary];
}

/**
 * The first usable address of the first range: the API's own service has it.
 * @throws OptionError when there is no such range
 */
export function apiServiceAddress(text: string): string {
  const [primary] = readClusterRanges(text);
  const range = parseCidr(primary);
  if (range === undefined) throw new OptionError(`${FLAG}: ${JSON.stringify(primary)} is not a CIDR range`);
  return formatAddress({ family: range.family, value: range.base + 1n });
}
