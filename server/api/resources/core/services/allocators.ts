import type { ApiObject } from "../../../../../shared/object.ts";
import { orOptionError } from "../../../../ground/settings/optionError.ts";
import type { ObjectReader } from "../../../../store/cache/reader.ts";
import { KEY_ROOT } from "../../../../store/storage/keyLayout.ts";
import { type Allocators, addressPools } from "../../../registry/allocation/allocator.ts";
import { createIpAllocator, ipSpace } from "../../../registry/allocation/ipAllocator.ts";
import type { Space } from "../../../registry/allocation/pool.ts";
import { createPortAllocator, portSpace } from "../../../registry/allocation/portAllocator.ts";
import { createSharedAllocator } from "../../../registry/allocation/sharedPool.ts";
import { StoredRange, type StoredRangeParts } from "../../../registry/allocation/storedRange.ts";
import { asService } from "../views.ts";
import { readClusterRanges } from "./clusterRanges.ts";
import { addressesOf, nodePortsOf } from "./serviceHoldings.ts";

const SERVICES = { group: "", resource: "services" };

/** Where addresses and ports of services come from. */
export interface ServiceRanges {
  /** CIDR: `10.96.0.0/12`; or two, one of each family: `10.96.0.0/16,fd00:10:96::/112`. */
  readonly serviceClusterIpRange: string;
  /** `30000-32767`. */
  readonly serviceNodePortRange: string;
}

/**
 * The pools of the cluster. What the stored services name is taken, and stays so for exactly as long as they name it: the
 * pools follow the services, whichever way these are written or removed.
 *
 * @throws OptionError when a range is none
 */
export function createAllocators(
  { serviceClusterIpRange, serviceNodePortRange }: ServiceRanges,
  reader: Pick<ObjectReader, "list" | "follow">,
): Allocators {
  const [primary, secondary] = readClusterRanges(serviceClusterIpRange);
  const addresses = (range: string) => orOptionError(() => createIpAllocator(range), "--service-cluster-ip-range");
  const nodePorts = orOptionError(() => createPortAllocator(serviceNodePortRange), "--service-node-port-range");
  const pools: Allocators = {
    clusterIPs: addresses(primary),
    ...(secondary === undefined ? {} : { secondaryClusterIPs: addresses(secondary) }),
    nodePorts,
  };
  for (const service of reader.list(SERVICES)) holdAll(pools, service);
  reader.follow(SERVICES, ({ type, object, previous }) => {
    // In this order, so that nothing that stays is free in between.
    if (type !== "deleted") holdAll(pools, object);
    if (previous !== undefined) releaseAll(pools, previous);
  });
  return pools;
}

/** The pools of a cluster whose store other servers use, too, and the stored objects that they go by. */
export interface SharedAllocators {
  readonly allocators: Allocators;
  /** What the repair loop looks after. */
  readonly ranges: {
    readonly clusterIPs: RepairedRange;
    readonly secondaryClusterIPs?: RepairedRange;
    readonly nodePorts: RepairedRange;
  };
}

/** A stored range, and what its numbers stand for. */
export interface RepairedRange {
  readonly space: Space;
  readonly range: StoredRange;
}

/**
 * The pools of a cluster whose store other servers use, too: what is taken stands in the reference's `RangeAllocation`
 * objects. They know nothing before these are read.
 *
 * @throws OptionError when a range is none
 */
export function createSharedAllocators(
  { serviceClusterIpRange, serviceNodePortRange }: ServiceRanges,
  parts: Pick<StoredRangeParts, "storage" | "codec">,
): SharedAllocators {
  const repaired = (name: string, space: Space): RepairedRange => ({
    space,
    range: new StoredRange({ ...parts, key: `${KEY_ROOT}ranges/${name}`, space }),
  });
  const [primary, secondary] = readClusterRanges(serviceClusterIpRange);
  const addresses = (name: string, range: string): RepairedRange =>
    repaired(
      name,
      orOptionError(() => ipSpace(range), "--service-cluster-ip-range"),
    );
  const ports = orOptionError(() => portSpace(serviceNodePortRange), "--service-node-port-range");
  const ranges: SharedAllocators["ranges"] = {
    clusterIPs: addresses("serviceips", primary),
    ...(secondary === undefined ? {} : { secondaryClusterIPs: addresses("secondaryserviceips", secondary) }),
    nodePorts: repaired("servicenodeports", ports),
  };
  const pool = ({ space, range }: RepairedRange) => createSharedAllocator(space, range);
  const second = ranges.secondaryClusterIPs;
  const allocators: Allocators = {
    clusterIPs: pool(ranges.clusterIPs),
    ...(second === undefined ? {} : { secondaryClusterIPs: pool(second) }),
    nodePorts: pool(ranges.nodePorts),
  };
  return { allocators, ranges };
}

/** A service is stored: what it names is taken. */
export function holdAll(pools: Allocators, service: ApiObject): void {
  const { spec } = asService(service);
  // A pool ignores addresses of the other family.
  for (const pool of addressPools(pools)) for (const address of addressesOf(spec)) pool.hold(address);
  for (const port of nodePortsOf(spec)) pools.nodePorts.hold(port);
}

/** A service is stored no more: what it named is free, unless something else has it. */
export function releaseAll(pools: Allocators, service: ApiObject): void {
  const { spec } = asService(service);
  for (const pool of addressPools(pools)) for (const address of addressesOf(spec)) pool.release(address);
  for (const port of nodePortsOf(spec)) pools.nodePorts.release(port);
}
