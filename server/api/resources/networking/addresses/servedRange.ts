import { type Address, type Cidr, formatAddress } from "../../../../ground/formats/addresses/addresses.ts";
import { ADDRESS_BAND } from "../../../registry/allocation/ipAllocator.ts";
import { bandOf, findUnmarked, type Random } from "../../../registry/allocation/pool.ts";
import { canAllocate } from "./serviceCidr.ts";

/**
 * Maximum number of addresses, from the lower end of a range, that are allocated automatically: far more than are ever
 * used.
 */
const MAX_PLACES = 2n ** 52n;

/** Larger IPv6 ranges are not served, as in the reference. */
const SHORTEST_IPV6_PREFIX = 64;

/** Whether addresses are allocated from a range of this size. */
export const isServable = ({ family, prefix }: Cidr): boolean => family === "IPv4" || prefix >= SHORTEST_IPV6_PREFIX;

/** A range with its held addresses. */
export class ServedRange {
  readonly cidr: Cidr;
  /** Held addresses as offsets from the first address after the network address. */
  readonly #held = new Set<number>();
  readonly #shape: { readonly size: number; readonly band: number };

  constructor(cidr: Cidr) {
    this.cidr = cidr;
    const hosts = cidr.size - (cidr.family === "IPv4" ? 2n : 1n);
    const places = hosts < 0n ? 0n : hosts > MAX_PLACES ? MAX_PLACES : hosts;
    this.#shape = { size: Number(places), band: bandOf(Number(cidr.size), ADDRESS_BAND) };
  }

  /** Whether the address may be allocated from the range. */
  canAllocate(address: Address): boolean {
    return canAllocate(this.cidr, address);
  }

  /** Marks the address as held; ignores addresses that cannot be allocated from the range. */
  hold(address: Address): void {
    const place = this.#placeOf(address);
    if (place !== undefined) this.#held.add(place);
  }

  /** Marks the address as free. */
  free(address: Address): void {
    const place = this.#placeOf(address);
    if (place !== undefined) this.#held.delete(place);
  }

  /** Any free address, preferably above the lower end; undefined when there is none. */
  any(random: Random): Address | undefined {
    const held = this.#held;
    if (held.size >= this.#shape.size) return undefined;
    const place = findUnmarked(this.#shape, held, random);
    const { family, base } = this.cidr;
    return place === undefined ? undefined : { family, value: base + 1n + BigInt(place) };
  }

  /** The range in CIDR notation. */
  get text(): string {
    const { family, base, prefix } = this.cidr;
    return `${formatAddress({ family, value: base })}/${prefix}`;
  }

  #placeOf(address: Address): number | undefined {
    if (!this.canAllocate(address)) return undefined;
    const place = address.value - this.cidr.base - 1n;
    return place < MAX_PLACES ? Number(place) : undefined;
  }
}
