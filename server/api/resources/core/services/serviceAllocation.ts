/** Taking cluster IPs and node ports for a write of a service. */
import type { ServiceSpec } from "kubernetes-types/core/v1";
import type { FieldError } from "../../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import { type ApiError, internalError, invalid as invalidObject } from "../../../../../shared/status.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { familyOf } from "../../../../ground/formats/addresses/addresses.ts";
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
import { dryAddresses, dryPorts, failed, type Hands, itemOr, takingHands } from "./servicePools.ts";
import { takeHealthCheckPort, takeNodePorts } from "./takePorts.ts";

/** What a write took, and the hands that took it. */
export interface Taken extends Reservation {
  confirm(): Promise<boolean>;
}

const NOTHING: Taken = { confirm: async () => true, release: () => undefined };

/** How often a write looks for something else because another server was faster: each time means that one got on. */
const ATTEMPTS = 100;

/**
 * Settles and takes what a new or changed service needs, and writes it into the object. The first thing that is done with a
 * service: what is wrong here is told before any other rule is looked at.
 * @throws ApiError 422 when a given one is taken or foreign, 500 when the pool is empty
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

/** From pools that other servers take from: a refusal counts once this server has looked at what they did. */
async function reserveShared(
  context: WriteContext,
  object: ApiObject,
  old: ApiObject | undefined,
): Promise<Reservation> {
  const asked = structuredClone(object["spec"]);
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
    object["spec"] = structuredClone(asked);
  }
  throw internalError("failed to allocate a serviceIP or nodePort: other servers were faster");
}

/**
 * Takes what memory knows to be free; what is taken before a pause is held over it. What comes from shared pools counts
 * once it is confirmed.
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
    hands: context.dryRun ? dryAddresses(pool) : takingHands(pool),
  }));
  const ports = (context.dryRun ? dryPorts : takingHands)(nodePorts);
  const all = [...addresses.map(({ hands }) => hands), ports];
  const giveBack = (): Promise<unknown> => Promise.all(all.map((hands) => hands.giveBack()));
  const wanted = wantedAddresses(spec, before);
  try {
    const refusal = (wanted && takeClusterIPs(addresses, spec, wanted)) ?? takeNodePorts(ports, spec, before);
    if (refusal !== undefined) throw refuse([refusal]);
    takeHealthCheckPort(ports, spec, before);
  } catch (error) {
    for (const hands of all) void hands.giveBack();
    throw error;
  }
  const owner = { namespace: context.namespace, name: object.metadata.name ?? "" };
  return {
    async confirm() {
      let confirmed = false;
      try {
        confirmed = await confirmAll(all, owner);
      } catch (error) {
        throw wanted !== undefined && error instanceof RefusedItem ? refusedAddress(error, wanted, refuse) : error;
      } finally {
        if (!confirmed) await orLeak(giveBack());
      }
      return confirmed;
    },
    release(stored) {
      const settled = all.flatMap((hands) => hands.settle(stored) ?? []);
      return settled.length === 0 ? undefined : orLeak(Promise.all(settled));
    },
  };
}

/** One after the other, up to the first for which another server was faster. */
async function confirmAll(all: readonly Hands[], owner: Owner): Promise<boolean> {
  for (const hands of all) if (!(await hands.confirm(owner))) return false;
  return true;
}

/** What a stored change of a service does not need any more is free for other servers, too. */
export async function letGoOfAddresses(
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
    freed((spec) => addressesOf(spec).filter((ip) => familyOf(ip) === pool.family), pool.shared),
  );
  await orLeak(Promise.all([...addresses, freed(nodePortsOf, allocators.nodePorts.shared)]));
}

/**
 * What cannot be released stays allocated until the repair loop finds that no service uses it. The write itself is
 * done.
 */
async function orLeak(freeing: Promise<unknown>): Promise<void> {
  await freeing.catch(() => undefined);
}

/** Where addresses of one family come from. */
interface AddressHands {
  readonly family: string;
  readonly hands: Hands;
}

function familiesOf({ clusterIPs, secondaryClusterIPs }: Allocators): Families {
  return secondaryClusterIPs === undefined ? [clusterIPs.family] : [clusterIPs.family, secondaryClusterIPs.family];
}

/**
 * The place in `clusterIPs` from which on the write needs new addresses: both of a new service, the second of one that
 * gets another family. Undefined when it keeps what it has, because an address stays for as long as the type needs one.
 */
function firstNeeded(spec: ServiceSpec, old: ServiceSpec | undefined): number | undefined {
  if (spec.type === "ExternalName") return undefined;
  if (old === undefined || old.type === "ExternalName") return isHeadless(spec) ? undefined : 0;
  // One that had an address and now wants none is refused afterwards, with all that it would have had.
  if (isHeadless(old) || keepsPreference(spec, old)) return undefined;
  return old.ipFamilies?.length === 1 && spec.ipFamilies?.length === 2 ? 1 : undefined;
}

/** The addresses that a write needs, by their places in `clusterIPs`. */
interface WantedAddresses {
  /** The place of the first one that is needed; those before it stay. */
  readonly first: number;
  readonly families: readonly string[];
  /** What is asked for; empty for any. */
  readonly ips: readonly string[];
  /** As refusals show the list: the reference blames the whole of it, in its own notation. */
  readonly shown: string;
}

/** @returns undefined when the write needs none */
function wantedAddresses(spec: ServiceSpec, old: ServiceSpec | undefined): WantedAddresses | undefined {
  const first = firstNeeded(spec, old);
  if (first === undefined) return undefined;
  const families = spec.ipFamilies ?? [];
  const ips = families.map((_, i) => spec.clusterIPs?.[i] ?? "");
  // Of a new service it shows the places, too, that are to be filled.
  return { first, families, ips, shown: textList(first === 0 ? ips : spec.clusterIPs) };
}

/** @returns why a given address cannot be had */
function takeClusterIPs(
  pools: readonly AddressHands[],
  spec: ServiceSpec,
  { first, families, ips: asked, shown }: WantedAddresses,
): FieldError | undefined {
  const ips = [...asked];
  for (const { family, hands } of pools) {
    const place = families.indexOf(family);
    if (place < first) continue;
    const ip = ips[place] ?? "";
    if (ip === "") {
      ips[place] = itemOr(hands.takeNext(), "a serviceIP");
      continue;
    }
    const why = hands.take(ip);
    if (why !== undefined) return addressError(ip, why, shown);
  }
  spec.clusterIPs = ips;
  if (ips[0] !== undefined) spec.clusterIP = ips[0];
  return undefined;
}

const addressError = (ip: string, why: string, shown: string): FieldError =>
  invalidText("spec.clusterIPs", shown, `failed to allocate IP ${ip}: ${why}`);

/** What is told of an address that the store will not have: one that was asked for is wrong, any other is a fault. */
function refusedAddress(
  { item, message }: RefusedItem,
  { ips, shown }: WantedAddresses,
  refuse: (errors: readonly FieldError[]) => ApiError,
): ApiError {
  const asked = ips.find((ip) => plainAddress(ip) === item);
  return asked === undefined ? failed("a serviceIP", message) : refuse([addressError(asked, message, shown)]);
}
