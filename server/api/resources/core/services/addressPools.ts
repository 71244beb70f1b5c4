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
  /** The value of the flag. It determines the families of service addresses, and which is the default one. */
  readonly serviceClusterIpRange: string;
  readonly reader: Pick<ObjectReader, "list" | "follow" | "fresh">;
  readonly vocabulary: Vocabulary;
  /** The client that creates and deletes IPAddress objects. */
  client(): ApiClient;
  /** Pools in which an address must be allocated, too. */
  readonly beside?: AddressPools | undefined;
}

/**
 * Pools whose addresses are stored as IPAddress objects, from all ranges that ServiceCIDR objects define.
 * @throws OptionError when the flag contains no valid ranges
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
