import type { ApiObject } from "../../../../../shared/object.ts";
import { orOptionError } from "../../../../ground/settings/optionError.ts";
import { inTurns } from "../../../../ground/turns/turns.ts";
import type { ObjectReader } from "../../../../store/cache/reader.ts";
import { KEY_ROOT } from "../../../../store/storage/keyLayout.ts";
import {
  type AddressAllocator,
  type Allocator,
  type Allocators,
  addressPools,
} from "../../../registry/allocation/allocator.ts";
import { addressAllocator, createIpAllocator, ipSpace } from "../../../registry/allocation/ipAllocator.ts";
import type { Space } from "../../../registry/allocation/pool.ts";
import { createPortAllocator, portSpace } from "../../../registry/allocation/portAllocator.ts";
import { createSharedAllocator } from "../../../registry/allocation/sharedPool.ts";
import { StoredRange, type StoredRangeParts } from "../../../registry/allocation/storedRange.ts";
import { asService } from "../views.ts";
import { readClusterRanges } from "./clusterRanges.ts";
import { addressesOf, nodePortsOf } from "./serviceHoldings.ts";

const SERVICES = { group: "", resource: "services" };

/** The ranges for cluster IPs and node ports of services. */
export interface ServiceRanges {
  /** CIDR: `10.96.0.0/12`; or two, one of each family: `10.96.0.0/16,fd00:10:96::/112`. */
  readonly serviceClusterIpRange: string;
  /** `30000-32767`. */
  readonly serviceNodePortRange: string;
}

/** The address pools of a cluster. */
export type AddressPools = Pick<Allocators, "clusterIPs" | "secondaryClusterIPs">;

/** Makes a pool for each range of the flag. @throws OptionError when one is not a valid range */
function poolsOf<T>(ranges: string, make: (range: string, place: "first" | "second") => T) {
  const [primary, secondary] = readClusterRanges(ranges);
  const flagged = (range: string, place: "first" | "second"): T =>
    orOptionError(() => make(range, place), "--service-cluster-ip-range");
  return {
    clusterIPs: flagged(primary, "first"),
    ...(secondary === undefined ? {} : { secondaryClusterIPs: flagged(secondary, "second") }),
  };
}

/** The pools of the cluster, with nothing allocated. @throws OptionError when a range is invalid */
export const createPools = ({ serviceClusterIpRange, serviceNodePortRange }: ServiceRanges): Allocators => ({
  ...poolsOf(serviceClusterIpRange, (range) => createIpAllocator(range)),
  nodePorts: orOptionError(() => createPortAllocator(serviceNodePortRange), "--service-node-port-range"),
});

/**
 * The pools of the cluster. An item is allocated exactly as long as a stored service names it: the pools follow the
 * services, however these are written or removed.
 *
 * Resolves once all stored services are counted. Counting yields to the event loop, because services may be numerous
 * and large.
 * @throws OptionError when a range is invalid
 */
export async function createAllocators(
  ranges: ServiceRanges,
  reader: Pick<ObjectReader, "eachInSteps" | "follow">,
): Promise<Allocators> {
  const pools = createPools(ranges);
  /** The services that were counted, or have changed since the count began; undefined once all are counted. */
  let counted: Set<string> | undefined = new Set();
  const idOf = ({ metadata }: ApiObject): string => `${metadata.namespace}/${metadata.name}`;
  reader.follow(SERVICES, ({ type, object, previous }) => {
    // Hold before releasing, so that an item that the service keeps is never free in between.
    if (type !== "deleted") allocateAll(pools, object);
    const wasHeld = counted === undefined || counted.has(idOf(object));
    if (previous !== undefined && wasHeld) releaseAll(pools, previous);
    counted?.add(idOf(object));
  });
  const count = (service: ApiObject): void => {
    // The count passes the former state of a service that has changed since the count began.
    if (counted?.has(idOf(service))) return;
    allocateAll(pools, service);
    counted?.add(idOf(service));
  };
  await inTurns(reader.eachInSteps(SERVICES, undefined, count));
  counted = undefined;
  return pools;
}

/** A stored range, and the space that maps its numbers to items. */
export interface RepairedRange {
  readonly space: Space;
  readonly range: StoredRange;
}

/** The stored ranges of pools in a store shared between servers; the repair loop maintains them. */
export interface RepairedRanges {
  /** Absent when addresses are not kept as a bitmap. */
  readonly clusterIPs?: RepairedRange;
  readonly secondaryClusterIPs?: RepairedRange;
  readonly nodePorts: RepairedRange;
}

type RangeParts = Pick<StoredRangeParts, "storage" | "codec">;

const storedRange = (name: string, space: Space, parts: RangeParts): RepairedRange => ({
  space,
  range: new StoredRange({ ...parts, key: `${KEY_ROOT}ranges/${name}`, space }),
});

const sharedPool = ({ space, range }: RepairedRange): Allocator => createSharedAllocator(space, range);

/** The pool of node ports whose allocations are kept in the store. @throws OptionError when the range is invalid */
export function createSharedPorts(
  { serviceNodePortRange }: Pick<ServiceRanges, "serviceNodePortRange">,
  parts: RangeParts,
) {
  const space = orOptionError(() => portSpace(serviceNodePortRange), "--service-node-port-range");
  const nodePorts = storedRange("servicenodeports", space, parts);
  return { allocators: { nodePorts: sharedPool(nodePorts) }, ranges: { nodePorts } };
}

/**
 * The pools of a cluster whose store is shared between servers. Allocations are kept in the reference's
 * `RangeAllocation` objects; the pools are empty until these have been read.
 *
 * @throws OptionError when a range is invalid
 */
export function createSharedAllocators(options: ServiceRanges, parts: RangeParts) {
  const ports = createSharedPorts(options, parts);
  const addresses = poolsOf(options.serviceClusterIpRange, (range, place) =>
    storedRange(place === "first" ? "serviceips" : "secondaryserviceips", ipSpace(range), parts),
  );
  const { clusterIPs, secondaryClusterIPs: second } = addresses;
  const pool = (range: RepairedRange): AddressAllocator => addressAllocator(sharedPool(range));
  return {
    allocators: {
      ...ports.allocators,
      clusterIPs: pool(clusterIPs),
      ...(second === undefined ? {} : { secondaryClusterIPs: pool(second) }),
    },
    ranges: { ...ports.ranges, ...addresses },
  };
}

/** Called when a service is stored: allocates the items that it names. */
export function allocateAll(pools: Allocators, service: ApiObject): void {
  const { spec } = asService(service);
  // A pool ignores addresses of the other family.
  for (const pool of addressPools(pools)) for (const address of addressesOf(spec)) pool.hold(address);
  for (const port of nodePortsOf(spec)) pools.nodePorts.hold(port);
}

/** Called when a service is removed: frees the items that it named, unless they have another holder. */
export function releaseAll(pools: Allocators, service: ApiObject): void {
  const { spec } = asService(service);
  for (const pool of addressPools(pools)) for (const address of addressesOf(spec)) pool.release(address);
  for (const port of nodePortsOf(spec)) pools.nodePorts.release(port);
}
