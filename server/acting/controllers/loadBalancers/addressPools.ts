import type { ApiObject } from "../../../../shared/object.ts";
import { type Address, formatAddress, parseAddress, parseCidr } from "../../../ground/formats/addresses/addresses.ts";
import type { BalancedService } from "./balancedService.ts";

/** Addresses reserved for documentation, which reach nothing outside. */
const RANGES = ["203.0.113.0/24", "198.51.100.0/24", "192.0.2.0/24", "2001:db8::/64"].flatMap(
  (text) => parseCidr(text) ?? [],
);
/** The most addresses of one range that are looked through. */
const LOOKED_AT = 4096n;

/** For indices: the addresses that a service has from its load balancer. */
export const balancerAddresses = (service: ApiObject): string[] =>
  ((service as BalancedService).status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);

/**
 * An unused address of a family.
 * @param wish the only one that will do: of the same family, in its usual form
 * @throws Error when there is none
 */
export function freeAddress(
  family: Address["family"],
  isTaken: (address: string) => boolean,
  wish: string | undefined,
): string {
  if (wish !== undefined) {
    const value = parseAddress(wish)?.value ?? 0n;
    const isOurs = RANGES.some(({ family: of, base, size }) => of === family && value > base && value < base + size);
    if (!isOurs) throw new Error(`loadBalancerIP ${wish} is not an address of the simulated load balancers`);
    if (isTaken(wish)) throw new Error(`loadBalancerIP ${wish} is already in use`);
    return wish;
  }
  for (const { family: of, base, size } of RANGES) {
    if (of !== family) continue;
    // The first and the last address stand for the range itself.
    const end = size - 1n < LOOKED_AT ? size - 1n : LOOKED_AT;
    for (let i = 1n; i < end; i++) {
      const address = formatAddress({ family, value: base + i });
      if (!isTaken(address)) return address;
    }
  }
  throw new Error(`no ${family} address is left for load balancers`);
}
