import { formatAddress, parseAddress, parseCidr } from "../../../ground/formats/addresses.ts";
import type { Allocator } from "./allocator.ts";
import { Holders } from "./holders.ts";

/** A source of numbers in [0, 1), replaceable in tests. */
export type Random = () => number;

/** Where the addresses given out by themselves begin: the lower band stays free for those who choose one. */
function bandSize(size: bigint): bigint {
  const sixteenth = size / 16n;
  const bounded = sixteenth > 256n ? 256n : sixteenth;
  return bounded < 16n ? 0n : bounded;
}

/**
 * A pool of addresses out of a CIDR range. The network address is never given out, nor the broadcast address of IPv4; the
 * lower end of a large pool is used only when nothing else is free, because people like to pick numbers there.
 *
 * @throws RangeError when `cidr` is no range
 */
export function createIpAllocator(cidr: string, random: Random = Math.random): Allocator {
  const range = parseCidr(cidr);
  if (range === undefined) throw new RangeError(`${JSON.stringify(cidr)} is not a CIDR range`);
  const { base, family } = range;
  const taken = new Holders<bigint>();
  const first = range.size > 2n ? 1n : 0n;
  const last = family === "IPv4" && range.size > 2n ? range.size - 2n : range.size - 1n;
  const count = last - first + 1n;
  const band = bandSize(count);

  const offsetOf = (item: string): bigint | undefined => {
    const address = parseAddress(item);
    if (address === undefined || address.family !== family) return undefined;
    const offset = address.value - base;
    return offset >= first && offset <= last ? offset : undefined;
  };
  const take = (offset: bigint): string => {
    taken.add(offset);
    return formatAddress({ family, value: base + offset });
  };
  /** A free offset of [low, low + length), searched from a random start; undefined when there is none. */
  const findFree = (low: bigint, length: bigint): bigint | undefined => {
    if (length <= 0n) return undefined;
    // Numbers are exact up to 2^53, which is more than a pool can hold in memory.
    const span = length > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(length);
    const start = BigInt(Math.floor(random() * span));
    const tries = length < BigInt(taken.size) + 1n ? length : BigInt(taken.size) + 1n;
    for (let i = 0n; i < tries; i++) {
      const offset = low + ((start + i) % length);
      if (!taken.has(offset)) return offset;
    }
    return undefined;
  };

  return {
    description: cidr,
    contains: (item) => offsetOf(item) !== undefined,
    allocate(item) {
      const offset = offsetOf(item);
      if (offset === undefined) throw new RangeError(`${item} is not in ${cidr}`);
      if (taken.has(offset)) return false;
      taken.add(offset);
      return true;
    },
    allocateNext() {
      const offset = findFree(first + band, count - band) ?? findFree(first, band);
      return offset === undefined ? undefined : take(offset);
    },
    hold(item) {
      const offset = offsetOf(item);
      if (offset !== undefined) taken.add(offset);
    },
    release(item) {
      const offset = offsetOf(item);
      if (offset !== undefined) taken.remove(offset);
    },
  };
}
