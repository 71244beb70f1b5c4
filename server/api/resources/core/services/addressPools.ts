import type { Vocabulary } from "../../../../../shared/vocabulary.ts";
import { type Family, familyOf } from "../../../../ground/formats/addresses/addresses.ts";
import type { ObjectReader } from "../../../../store/cache/reader.ts";
import type { ApiClient } from "../../../client/apiClient.ts";
import type { AddressAllocator } from "../../../registry/allocation/allocator.ts";
import { addressObjects } from "../../networking/addresses/addressObjects.ts";
import { createAddressPool } from "../../networking/addresses/addressPool.ts";
import { ServedRanges } from "../../networking/addresses/servedRanges.ts";
import type { AddressPools } from "./allocators.ts";
import { readClusterRanges } from "./clusterRanges.ts";

export interface ObjectPoolParts {
  /** The flag: it says of which families services have addresses, and which is the default one. */
  readonly serviceClusterIpRange: string;
  readonly reader: Pick<ObjectReader, "list" | "follow" | "fresh">;
  readonly vocabulary: Vocabulary;
  /** By which addresses are made and removed. */
  client(): ApiClient;
  /** Pools that have to agree on the addresses that they contain. */
  readonly beside?: AddressPools | undefined;
}

/**
 * The pools of addresses that are kept as objects, out of all ranges that ServiceCIDR objects name.
 * @throws OptionError when the flag names no ranges
 */
export function createObjectPools({
  serviceClusterIpRange,
  reader,
  vocabulary,
  client,
  beside,
}: ObjectPoolParts): AddressPools {
  const objects = addressObjects(vocabulary, client);
  const pool = (family: Family, other: AddressAllocator | undefined): AddressAllocator =>
    createAddressPool({
      ranges: new ServedRanges(family, reader, vocabulary),
      objects,
      fresh: () => reader.fresh(),
      beside: other,
    });
  const [primary, secondary] = readClusterRanges(serviceClusterIpRange);
  return {
    clusterIPs: pool(familyOf(primary), beside?.clusterIPs),
    ...(secondary === undefined ? {} : { secondaryClusterIPs: pool(familyOf(secondary), beside?.secondaryClusterIPs) }),
  };
}
