import { type Address, type Cidr, formatAddress } from "../../../../ground/formats/addresses/addresses.ts";
import { ADDRESS_BAND } from "../../../registry/allocation/ipAllocator.ts";
import { bandOf, findUnmarked, type Random } from "../../../registry/allocation/pool.ts";
import { givesOut } from "./serviceCidr.ts";

/**
 * So many places of a range are given out to those who ask for any, counted from its lower end: far more than are ever used.
 */
const MOST_PLACES = 2n ** 52n;

/** IPv6 ranges that are larger than this are not served, as in the reference. */
const SHORTEST_IPV6_PREFIX = 64;

/** Whether addresses are given out of a range of this size. */
export const isServable = ({ family, prefix }: Cidr): boolean => family === "IPv4" || prefix >= SHORTEST_IPV6_PREFIX;

/** A range, and which of its addresses are held. */
export class ServedRange {
  readonly cidr: Cidr;
  /** Numbers of addresses, counted from the one after the network's. */
  readonly #held = new Set<number>();
  readonly #shape: { readonly size: number; readonly band: number };

  constructor(cidr: Cidr) {
    this.cidr = cidr;
    const hosts = cidr.size - (cidr.family === "IPv4" ? 2n : 1n);
    const places = hosts < 0n ? 0n : hosts > MOST_PLACES ? MOST_PLACES : hosts;
    this.#shape = { size: Number(places), band: bandOf(Number(cidr.size), ADDRESS_BAND) };
  }

  /** Whether it could give out the address. */
  gives(address: Address): boolean {
    return givesOut(this.cidr, address);
  }

  /** The address is held by something; what the range does not give out is ignored. */
  hold(address: Address): void {
    const place = this.#placeOf(address);
    if (place !== undefined) this.#held.add(place);
  }

  /** The address is free. */
  free(address: Address): void {
    const place = this.#placeOf(address);
    if (place !== undefined) this.#held.delete(place);
  }

  /** Any free address, those of the lower end last; undefined when there is none. */
  any(random: Random): Address | undefined {
    const held = this.#held;
    if (held.size >= this.#shape.size) return undefined;
    const place = findUnmarked(this.#shape, held, random);
    const { family, base } = this.cidr;
    return place === undefined ? undefined : { family, value: base + 1n + BigInt(place) };
  }

  /** As texts describe it. */
  get text(): string {
    const { family, base, prefix } = this.cidr;
    return `${formatAddress({ family, value: base })}/${prefix}`;
  }

  #placeOf(address: Address): number | undefined {
    if (!this.gives(address)) return undefined;
    const place = address.value - this.cidr.base - 1n;
    return place < MOST_PLACES ? Number(place) : undefined;
  }
}
