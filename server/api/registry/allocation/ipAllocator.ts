import { familyOf, formatAddress, parseAddress, parseCidr } from "../../../ground/formats/addresses/addresses.ts";
import type { AddressAllocator, Allocator, PoolWords } from "./allocator.ts";
import { Holders } from "./holders.ts";
import { type BandShape, bandOf, createAllocator, type Random, type Space } from "./pool.ts";

/** A range of IPv6 is used up to here, network address included, as the reference does: the rest would only cost memory. */
const LARGEST_IPV6 = 65536n;

/** The lower end of a range of addresses stays free for services that choose one. */
export const ADDRESS_BAND: BandShape = { share: 16, least: 16, most: 256 };

/** In the reference's words. @param range as texts describe it */
export const addressWords = (range: string): PoolWords => ({
  taken: "provided IP is already allocated",
  outside: (ip) =>
    `the provided IP (${plainAddress(ip)}) is not in the valid range. The range of valid IPs is ${range}`,
});

/** An address in its usual text, without leading zeros. */
export function plainAddress(ip: string): string {
  const address = parseAddress(ip);
  return address === undefined ? ip : formatAddress(address);
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
  const description = `${formatAddress({ family, value: base })}/${prefix}`;
  return {
    description,
    words: addressWords(description),
    size,
    band: bandOf(Number(usable), ADDRESS_BAND),
    offsetOf(item) {
      const address = parseAddress(item);
      if (address === undefined || address.family !== family) return undefined;
      const place = address.value - base;
      return place >= first && place <= last ? Number(place - first) : undefined;
    },
    itemAt: (offset) => formatAddress({ family, value: base + first + BigInt(offset) }),
  };
}

/** A pool of the addresses of one range. A dry run shows the network's own address for any. */
export function addressAllocator(pool: Allocator): AddressAllocator {
  const { description, words } = pool;
  return {
    ...pool,
    family: familyOf(description),
    trial: {
      refusal: (item) => (pool.contains(item) ? undefined : words.outside(item)),
      next: () => ({ item: description.split("/")[0] ?? "" }),
    },
  };
}

/** A pool of addresses that only this process gives out. @throws RangeError when `cidr` is no range */
export const createIpAllocator = (cidr: string, random?: Random): AddressAllocator =>
  addressAllocator(createAllocator(ipSpace(cidr), new Holders<number>(), random));
