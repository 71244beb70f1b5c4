import { familyOf, formatAddress, parseAddress, parseCidr } from "../../../ground/formats/addresses/addresses.ts";
import type { AddressAllocator, Allocator, PoolWords } from "./allocator.ts";
import { Holders } from "./holders.ts";
import { type BandShape, bandOf, createAllocator, type Random, type Space } from "./pool.ts";

/**
 * At most this many addresses of an IPv6 range are used, network address included, as in the reference: more would only
 * cost memory.
 */
const LARGEST_IPV6 = 65536n;

/** The lower end of an address range is kept free for services that request a specific address. */
export const ADDRESS_BAND: BandShape = { share: 16, least: 16, most: 256 };

/** Error messages in the reference's words. @param range as it appears in messages */
export const addressWords = (range: string): PoolWords => ({
  taken: "provided IP is already allocated",
  outside: (ip) =>
    `the provided IP (${plainAddress(ip)}) is not in the valid range. The range of valid IPs is ${range}`,
});

/** An address in its canonical text form, without leading zeros. */
export function plainAddress(ip: string): string {
  const address = parseAddress(ip);
  return address === undefined ? ip : formatAddress(address);
}

/**
 * The addresses of a CIDR range. The network address is never allocated, nor is the broadcast address of IPv4. The
 * lower end of a large range is used only when nothing else is free, because people like to pick numbers there.
 *
 * @throws RangeError when `cidr` is not a valid range
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

/** A pool of the addresses of one range. A dry run shows the network address in place of an allocated one. */
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

/** A pool of addresses that only this process allocates from. @throws RangeError when `cidr` is not a valid range */
export const createIpAllocator = (cidr: string, random?: Random): AddressAllocator =>
  addressAllocator(createAllocator(ipSpace(cidr), new Holders<number>(), random));
