/** Allocates cluster IPs and node ports for a write of a service. */
import type { ServiceSpec } from "kubernetes-types/core/v1";
import type { FieldError } from "../../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import { type ApiError, internalError, invalid as invalidObject } from "../../../../../shared/status.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { apiFamilyOf } from "../../../../ground/formats/addresses/addresses.ts";
import { invalidText, textList } from "../../../../ground/formats/wording/goText.ts";
import { inTurns } from "../../../../ground/turns/turns.ts";
import {
  type Allocator,
  type Allocators,
  addressPools,
  type Owner,
  RefusedItem,
  type SharedSide,
} from "../../../registry/allocation/allocator.ts";
import { plainAddress } from "../../../registry/allocation/ipAllocator.ts";
import type { Reservation, WriteContext } from "../../../registry/strategy.ts";
import { asService } from "../views.ts";
import { type Families, settleFamilies } from "./serviceAddresses.ts";
import { isHeadless, keepAllocatedValues, keepsPreference, normalizeClusterIPs } from "./serviceFields.ts";
import { addressesOf, nodePortsOf } from "./serviceHoldings.ts";
import { dryRunAddresses, dryRunPorts, failed, itemOr, type PoolTransaction, poolTransaction } from "./servicePools.ts";
import { takeHealthCheckPort, takeNodePorts } from "./takePorts.ts";

/** The items that a write has taken, with the functions to confirm or release them. */
export interface Taken extends Reservation {
  confirm(): Promise<boolean>;
}

const NOTHING: Taken = { confirm: async () => true, release: () => undefined };

/**
 * Maximum number of attempts when other servers take the items first; each failed attempt means that one of them
 * succeeded.
 */
const ATTEMPTS = 100;

/**
 * Determines and allocates the addresses and ports of a new or changed service, and writes them into the object. This
 * precedes all other validation, so its errors are reported before others.
 * @throws ApiError 422 when a requested item is taken or not in the pool, 500 when the pool is exhausted
 */
export function reserveAddresses(
  context: WriteContext,
  object: ApiObject,
  old: ApiObject | undefined,
): Reservation | Promise<Reservation> {
  const isShared = poolsOf(context).some(({ shared }) => shared !== undefined);
  return isShared ? reserveShared(context, object, old) : inTurns(takeInSteps(context, object, old));
}

const poolsOf = ({ allocators }: WriteContext): Allocator[] => [...addressPools(allocators), allocators.nodePorts];

/**
 * Allocates from pools shared between servers. A refusal is final only when this server has just read their
 * allocations.
 */
async function reserveShared(
  context: WriteContext,
  object: ApiObject,
  old: ApiObject | undefined,
): Promise<Reservation> {
  const requested = structuredClone(object["spec"]);
  let isFresh = false;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      const taken = await inTurns(takeInSteps(context, object, old));
      if (context.dryRun || (await taken.confirm())) return taken;
      isFresh = false;
    } catch (error) {
      if (isFresh) throw error;
      await Promise.all(poolsOf(context).map(({ shared }) => shared?.refresh()));
      isFresh = true;
    }
    object["spec"] = structuredClone(requested);
  }
  throw internalError("failed to allocate a serviceIP or nodePort: other servers were faster");
}

/**
 * Takes items that are free according to memory; a taken item stays held when the steps pause. Items of shared pools
 * are only allocated once confirmed.
 * @throws ApiError as {@link reserveAddresses}
 */
export function* takeInSteps(context: WriteContext, object: ApiObject, old: ApiObject | undefined): Steps<Taken> {
  const { spec } = asService(object);
  const before = old === undefined ? undefined : asService(old).spec;
  if (spec === undefined) return NOTHING;
  const { nodePorts } = context.allocators;
  const pools = addressPools(context.allocators);
  const refuse = (errors: readonly FieldError[]): ApiError =>
    invalidObject({ group: "", kind: "Service" }, object.metadata.name ?? "", errors);
  if (before !== undefined) keepAllocatedValues(spec, before);
  normalizeClusterIPs(spec, before);
  const errors = yield* settleFamilies(spec, familiesOf(context.allocators), before);
  if (errors.length > 0) throw refuse(errors);
  const addresses = pools.map((pool) => ({
    family: pool.family,
    transaction: context.dryRun ? dryRunAddresses(pool) : poolTransaction(pool),
  }));
  const ports = (context.dryRun ? dryRunPorts : poolTransaction)(nodePorts);
  const all = [...addresses.map(({ transaction }) => transaction), ports];
  const rollBack = (): Promise<unknown> => Promise.all(all.map((transaction) => transaction.rollBack()));
  const needed = neededAddresses(spec, before);
  try {
    const refusal = (needed && takeClusterIPs(addresses, spec, needed)) ?? takeNodePorts(ports, spec, before);
    if (refusal !== undefined) throw refuse([refusal]);
    takeHealthCheckPort(ports, spec, before);
  } catch (error) {
    for (const transaction of all) void transaction.rollBack();
    throw error;
  }
  const owner = { namespace: context.namespace, name: object.metadata.name ?? "" };
  return {
    async confirm() {
      let confirmed = false;
      try {
        confirmed = await confirmAll(all, owner);
      } catch (error) {
        throw needed !== undefined && error instanceof RefusedItem ? refusedAddress(error, needed, refuse) : error;
      } finally {
        if (!confirmed) await orLeak(rollBack());
      }
      return confirmed;
    },
    release(stored) {
      const settled = all.flatMap((transaction) => transaction.settle(stored) ?? []);
      return settled.length === 0 ? undefined : orLeak(Promise.all(settled));
    },
  };
}

/** Confirms one after the other, and stops at the first for which another server was faster. */
async function confirmAll(all: readonly PoolTransaction[], owner: Owner): Promise<boolean> {
  for (const transaction of all) if (!(await transaction.confirm(owner))) return false;
  return true;
}

/** Frees the items that a stored change of a service no longer needs, also for other servers. */
export async function releaseUnused(
  { allocators, namespace }: WriteContext,
  old: ApiObject,
  next: ApiObject | undefined,
): Promise<void> {
  const owner = { namespace, name: old.metadata.name ?? "" };
  const [before, after] = [asService(old).spec, next === undefined ? undefined : asService(next).spec];
  const freed = (holdings: (spec: ServiceSpec | undefined) => string[], shared: SharedSide | undefined) => {
    const kept = new Set(holdings(after));
    const items = shared === undefined ? [] : holdings(before).filter((item) => !kept.has(item));
    return items.length === 0 ? undefined : shared?.free(items, owner);
  };
  const addresses = addressPools(allocators).map((pool) =>
    freed((spec) => addressesOf(spec).filter((ip) => apiFamilyOf(ip) === pool.family), pool.shared),
  );
  await orLeak(Promise.all([...addresses, freed(nodePortsOf, allocators.nodePorts.shared)]));
}

/**
 * Ignores errors: an item that cannot be released stays allocated until the repair loop finds that no service uses it.
 * The write itself has succeeded.
 */
async function orLeak(freeing: Promise<unknown>): Promise<void> {
  await freeing.catch(() => undefined);
}

/** Takes and releases addresses of one family. */
interface AddressTransaction {
  readonly family: string;
  readonly transaction: PoolTransaction;
}

function familiesOf({ clusterIPs, secondaryClusterIPs }: Allocators): Families {
  return secondaryClusterIPs === undefined ? [clusterIPs.family] : [clusterIPs.family, secondaryClusterIPs.family];
}

/**
 * The index in `clusterIPs` from which the write needs new addresses: 0 for a new service, 1 when a second family is
 * added. Undefined when the service needs none: an address stays for as long as the service's type requires one.
 */
function firstNeeded(spec: ServiceSpec, old: ServiceSpec | undefined): number | undefined {
  if (spec.type === "ExternalName") return undefined;
  if (old === undefined || old.type === "ExternalName") return isHeadless(spec) ? undefined : 0;
  // A service that had an address and becomes headless is refused later, with the addresses that it would have had.
  if (isHeadless(old) || keepsPreference(spec, old)) return undefined;
  return old.ipFamilies?.length === 1 && spec.ipFamilies?.length === 2 ? 1 : undefined;
}

/** The addresses that a write needs, by their index in `clusterIPs`. */
interface NeededAddresses {
  /** Index of the first address that is needed; those before it stay. */
  readonly first: number;
  readonly families: readonly string[];
  /** The requested addresses; an empty string means any address. */
  readonly ips: readonly string[];
  /** The list as errors print it: the reference reports the whole list in its own notation. */
  readonly shown: string;
}

/** @returns undefined when the write needs none */
function neededAddresses(spec: ServiceSpec, old: ServiceSpec | undefined): NeededAddresses | undefined {
  const first = firstNeeded(spec, old);
  if (first === undefined) return undefined;
  const families = spec.ipFamilies ?? [];
  const ips = families.map((_, i) => spec.clusterIPs?.[i] ?? "");
  // For a new service, also show the places that are not filled yet.
  return { first, families, ips, shown: textList(first === 0 ? ips : spec.clusterIPs) };
}

/** @returns why a requested address cannot be allocated */
function takeClusterIPs(
  pools: readonly AddressTransaction[],
  spec: ServiceSpec,
  { first, families, ips: requested, shown }: NeededAddresses,
): FieldError | undefined {
  const ips = [...requested];
  for (const { family, transaction } of pools) {
    const place = families.indexOf(family);
    if (place < first) continue;
    const ip = ips[place] ?? "";
    if (ip === "") {
      ips[place] = itemOr(transaction.takeNext(), "a serviceIP");
      continue;
    }
    const detail = transaction.take(ip);
    if (detail !== undefined) return addressError(ip, detail, shown);
  }
  spec.clusterIPs = ips;
  if (ips[0] !== undefined) spec.clusterIP = ips[0];
  return undefined;
}

const addressError = (ip: string, detail: string, shown: string): FieldError =>
  invalidText("spec.clusterIPs", shown, `failed to allocate IP ${ip}: ${detail}`);

/**
 * The error for an address that the store refuses: a field error if the client requested the address, otherwise an
 * internal error.
 */
function refusedAddress(
  { item, message }: RefusedItem,
  { ips, shown }: NeededAddresses,
  refuse: (errors: readonly FieldError[]) => ApiError,
): ApiError {
  const requested = ips.find((ip) => plainAddress(ip) === item);
  return requested === undefined ? failed("a serviceIP", message) : refuse([addressError(requested, message, shown)]);
}
