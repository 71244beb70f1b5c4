import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Allocators } from "../../api/registry/allocation/allocator.ts";
import type { Catalog } from "../../api/registry/catalog.ts";
import { createObjectPools } from "../../api/resources/core/services/addressPools.ts";
import {
  createAllocators,
  createSharedAllocators,
  createSharedPorts,
  type RepairedRanges,
} from "../../api/resources/core/services/allocators.ts";
import { requireMappable } from "../../api/resources/core/services/clusterRanges.ts";
import { addressesRef, rangesRef } from "../../api/resources/networking/addresses/addressObjects.ts";
import { OptionError } from "../../ground/settings/optionError.ts";
import type { Foundation } from "./foundation.ts";
import type { Store } from "./storage/openStore.ts";

/** The allocators of service addresses and node ports. */
export interface Allocation {
  readonly allocators: Allocators;
  /** The stored bitmaps of allocations, if other servers allocate from them, too. */
  readonly ranges: RepairedRanges | undefined;
  /** Whether addresses are stored as objects, within the ranges of ServiceCIDR objects. */
  readonly keepsObjects: boolean;
}

/**
 * Sets up allocation. A server that does not share its store derives the allocations from the stored services; others
 * keep bitmaps in the store. With `MultiCIDRServiceAllocator`, addresses are objects in addition, or instead.
 * @param client returns the API, which is created after its services
 * @throws OptionError for invalid ranges, and for objects that are not served
 */
export async function setUpAllocation(
  { options, features, vocabulary }: Foundation,
  { storage, hub, codec, isShared }: Store,
  catalog: Catalog,
  client: () => ApiClient,
): Promise<Allocation> {
  const keepsObjects = features.enabled("MultiCIDRServiceAllocator");
  const keepsMaps = !keepsObjects || !features.enabled("DisableAllocatorDualWrite");
  if (keepsMaps) requireMappable(options.serviceClusterIpRange);
  if (keepsObjects) requireServed(catalog, [addressesRef(vocabulary), rangesRef(vocabulary)]);
  // A server that only reads allocates nothing.
  if (options.readOnly) {
    return { allocators: await createAllocators(options, hub), ranges: undefined, keepsObjects: false };
  }
  const parts = { storage, codec };
  const objects = (beside?: Allocators) =>
    keepsObjects ? createObjectPools({ ...options, reader: hub, vocabulary, client, beside }) : {};
  if (!isShared) {
    const allocators = await createAllocators(options, hub);
    return { allocators: { ...allocators, ...objects() }, ranges: undefined, keepsObjects };
  }
  if (keepsMaps) {
    const { allocators, ranges } = createSharedAllocators(options, parts);
    return { allocators: { ...allocators, ...objects(allocators) }, ranges, keepsObjects };
  }
  const { allocators, ranges } = createSharedPorts(options, parts);
  const addresses = createObjectPools({ ...options, reader: hub, vocabulary, client });
  return { allocators: { ...addresses, ...allocators }, ranges, keepsObjects };
}

function requireServed(catalog: Catalog, refs: readonly ReturnType<typeof addressesRef>[]): void {
  for (const { group, version, resource } of refs) {
    if (catalog.find(group, version, resource) !== undefined) continue;
    const needed = `--runtime-config=${group}/${version}=true`;
    throw new OptionError(`--feature-gates=MultiCIDRServiceAllocator=true needs ${needed}: ${resource} are not served`);
  }
}
