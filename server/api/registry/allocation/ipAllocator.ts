import { formatAddress, parseAddress, parseCidr } from "../../../ground/formats/addresses.ts";
import type { Allocator } from "./allocator.ts";
import { Holders } from "./holders.ts";
import { createAllocator, type Random, type Space } from "./pool.ts";

/** A range of IPv6 is used up to here, network address included, as the reference does: the rest would only cost memory. */
const LARGEST_IPV6 = 65536n;

/** Where the automatically allocated addresses begin: the lower band stays free for services that choose one. */
function bandSize(size: number): number {
  const bounded = Math.min(Math.floor(size / 16), 256);
  return bounded < 16 ? 0 : bounded;
}

/**
 * The addresses of a CIDR range. The network address is never given out, nor the broadcast address of IPv4; the lower end of
 * a large range is used only when nothing else is free, because people like to pick numbers there.
 *
 * @throws RangeError when `cidr` is no range
 */
export function ipSpace(cidr: string): Space {
  const range = parseCidr(cidr);
  if (range === undefined) throw new RangeError(`${JSON.stringify(cidr)} is not a CIDR range`);
  const { base, family, prefix } = range;
  const usable = family === "IPv6" && range.size > LARGEST_IPV6 ? LARGEST_IPV6 : range.size;
  const first = usable > 2n ? 1n : 0n;
  const last = family === "IPv4" && usable > 2n ? usable - 2n : usable - 1n;
  const size = Number(last - first + 1n);
  return {
    description: `${formatAddress({ family, value: base })}/${prefix}`,
    size,
    band: bandSize(size),
    offsetOf(item) {
      const address = parseAddress(item);
      if (address === undefined || address.family !== family) return undefined;
      const place = address.value - base;
      return place >= first && place <= last ? Number(place - first) : undefined;
    },
    itemAt: (offset) => formatAddress({ family, value: base + first + BigInt(offset) }),
  };
}

/** A pool of addresses that only this process gives out. @throws RangeError when `cidr` is no range */
export const createIpAllocator = (cidr: string, random?: Random): Allocator =>
  createAllocator(ipSpace(cidr), new Holders<number>(), random);
