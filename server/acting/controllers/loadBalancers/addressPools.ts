import type { ApiObject } from "../../../../shared/object.ts";
import { type Address, formatAddress, parseAddress, parseCidr } from "../../../ground/formats/addresses/addresses.ts";
import type { BalancedService } from "./balancedService.ts";

/** Address ranges reserved for documentation: nothing real has them. */
const RANGES = ["203.0.113.0/24", "198.51.100.0/24", "192.0.2.0/24", "2001:db8::/64"].flatMap(
  (text) => parseCidr(text) ?? [],
);
/** Maximum number of addresses of a range that are searched. */
const MAX_SEARCHED = 4096n;

/** An index function: the load balancer addresses of a service. */
export const balancerAddresses = (service: ApiObject): string[] =>
  ((service as BalancedService).status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);

/**
 * An unused address of a family.
 * @param requested the requested address, which must be of this family and in canonical form
 * @throws Error when there is none
 */
export function freeAddress(
  family: Address["family"],
  isTaken: (address: string) => boolean,
  requested: string | undefined,
): string {
  if (requested !== undefined) {
    const value = parseAddress(requested)?.value ?? 0n;
    const isOurs = RANGES.some(({ family: of, base, size }) => of === family && value > base && value < base + size);
    if (!isOurs) throw new Error(`loadBalancerIP ${requested} is not an address of the simulated load balancers`);
    if (isTaken(requested)) throw new Error(`loadBalancerIP ${requested} is already in use`);
    return requested;
  }
  for (const { family: of, base, size } of RANGES) {
    if (of !== family) continue;
    // The first and the last address of a range are not used.
    const end = size - 1n < MAX_SEARCHED ? size - 1n : MAX_SEARCHED;
    for (let i = 1n; i < end; i++) {
      const address = formatAddress({ family, value: base + i });
      if (!isTaken(address)) return address;
    }
  }
  throw new Error(`no ${family} address is left for load balancers`);
}
