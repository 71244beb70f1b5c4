import type { EndpointAddress, EndpointSubset } from "kubernetes-types/core/v1";
import type { Endpoint, EndpointPort } from "kubernetes-types/discovery/v1";
import { isTurnDue, type Steps } from "../../../../shared/steps.ts";
import { parseAddress } from "../../../ground/formats/addresses/addresses.ts";
import { endpointKey, portsKey } from "../endpointSlices/slices.ts";
import { packSubsets, type Serving } from "../endpoints/subsets.ts";

/** The wanted content of one mirrored slice. */
export interface MirroredGroup {
  readonly addressType: string;
  readonly ports: readonly EndpointPort[];
  /** By {@link endpointKey}. */
  readonly endpoints: Map<string, Endpoint>;
}

export interface Mirrored {
  /** By {@link groupKey}. */
  readonly groups: ReadonlyMap<string, MirroredGroup>;
  /** The number of texts that are not addresses. */
  readonly invalid: number;
  /** The number of addresses that were left out, including invalid ones. */
  readonly skipped: number;
}

export const groupKey = (addressType: string, ports: readonly EndpointPort[]): string =>
  `${addressType} ${portsKey(ports)}`;

/**
 * The slices for subsets: one for each set of ports and address family.
 * @param limit maximum number of addresses of one subset
 */
export function* mirroredGroups(subsets: readonly EndpointSubset[], limit: number): Steps<Mirrored> {
  const groups = new Map<string, MirroredGroup>();
  let invalid = 0;
  let skipped = 0;
  for (const subset of yield* packSubsets(servingOf(subsets))) {
    const ports = (subset.ports ?? []).map(({ name = "", port, protocol = "TCP", appProtocol }) => ({
      name,
      port,
      protocol,
      ...(appProtocol === undefined ? {} : { appProtocol }),
    }));
    for (const addressType of ["IPv4", "IPv6"]) {
      const key = groupKey(addressType, ports);
      if (!groups.has(key)) groups.set(key, { addressType, ports, endpoints: new Map() });
    }
    const { addresses = [], notReadyAddresses = [] } = subset;
    const all = [
      ...addresses.map((address) => endpointOf(address, true)),
      ...notReadyAddresses.map((address) => endpointOf(address, false)),
    ];
    let added = 0;
    for (const endpoint of all) {
      if (isTurnDue()) yield;
      if (added >= limit) break;
      const [ip = ""] = endpoint.addresses;
      const family = parseAddress(ip)?.family;
      if (family === undefined) invalid++;
      else {
        groups.get(groupKey(family, ports))?.endpoints.set(endpointKey(endpoint), endpoint);
        added++;
      }
    }
    skipped += all.length - added;
  }
  return { groups, invalid, skipped };
}

/** All addresses at all their ports, one after the other: together they may be very many. */
function* servingOf(subsets: readonly EndpointSubset[]): Iterable<Serving> {
  for (const { addresses = [], notReadyAddresses = [], ports = [] } of subsets) {
    const all: Serving[] = [
      ...addresses.map((address) => ({ address, isReady: true })),
      ...notReadyAddresses.map((address) => ({ address, isReady: false })),
    ];
    if (ports.length === 0) yield* all;
    for (const port of ports) for (const each of all) yield { ...each, port };
  }
}

const endpointOf = ({ ip, hostname = "", nodeName, targetRef }: EndpointAddress, ready: boolean): Endpoint => ({
  addresses: [ip],
  conditions: { ready },
  ...(hostname === "" ? {} : { hostname }),
  ...(nodeName === undefined ? {} : { nodeName }),
  ...(targetRef === undefined ? {} : { targetRef }),
});
