/** Taking cluster IPs and node ports for a write of a service. */
import type { ServiceSpec } from "kubernetes-types/core/v1";
import { type FieldError, invalid } from "../../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import { ApiError, internalError, invalid as invalidObject } from "../../../../../shared/status.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { formatAddress, parseAddress } from "../../../../ground/formats/addresses.ts";
import { invalidText, textList } from "../../../../ground/formats/goText.ts";
import { inTurns } from "../../../../ground/turns/turns.ts";
import {
  type Allocator,
  type Allocators,
  addressPools,
  type SharedSide,
} from "../../../registry/allocation/allocator.ts";
import type { Reservation, WriteContext } from "../../../registry/strategy.ts";
import { asService } from "../views.ts";
import { type Families, settleFamilies } from "./serviceAddresses.ts";
import {
  familyOf,
  isHeadless,
  keepAllocatedValues,
  keepsPreference,
  mayHaveNodePorts,
  needsHealthCheckPort,
  needsNodePort,
  normalizeClusterIPs,
} from "./serviceFields.ts";
import { addressesOf, nodePortsOf } from "./serviceHoldings.ts";
import { dryAddresses, dryPorts, type Hands, takingHands } from "./servicePools.ts";

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
  const addresses = pools.map((pool): AddressHands => {
    const hands = (context.dryRun ? dryAddresses : takingHands)(pool);
    return { family: familyOf(pool), range: pool.description, hands };
  });
  const ports = (context.dryRun ? dryPorts : takingHands)(nodePorts);
  const all = [...addresses.map(({ hands }) => hands), ports];
  const giveBack = (): Promise<unknown> => Promise.all(all.map((hands) => hands.giveBack()));
  try {
    const refusal =
      takeClusterIPs(addresses, spec, before) ?? takeNodePorts(ports, spec, before, nodePorts.description);
    if (refusal !== undefined) throw refuse([refusal]);
    takeHealthCheckPort(ports, spec, before, nodePorts.description);
  } catch (error) {
    for (const hands of all) void hands.giveBack();
    throw error;
  }
  const isShared = nodePorts.shared !== undefined;
  return {
    async confirm() {
      let confirmed = false;
      try {
        confirmed = await confirmAll(all);
      } finally {
        if (!confirmed) await orLeak(giveBack());
      }
      return confirmed;
    },
    release(stored) {
      // What is stored holds it from here on: in memory by itself, in the store what was taken for it.
      if (isShared && !context.dryRun) return stored ? undefined : orLeak(giveBack());
      for (const hands of all) void hands.giveBack();
      return undefined;
    },
  };
}

/** One after the other, up to the first for which another server was faster. */
async function confirmAll(all: readonly Hands[]): Promise<boolean> {
  for (const hands of all) if (!(await hands.confirm())) return false;
  return true;
}

/** What a stored change of a service does not need any more is free for other servers, too. */
export async function letGoOfAddresses(
  { allocators }: WriteContext,
  old: ApiObject,
  next: ApiObject | undefined,
): Promise<void> {
  const [before, after] = [asService(old).spec, next === undefined ? undefined : asService(next).spec];
  const freed = (holdings: (spec: ServiceSpec | undefined) => string[], shared: SharedSide | undefined) => {
    const kept = new Set(holdings(after));
    const items = shared === undefined ? [] : holdings(before).filter((item) => !kept.has(item));
    return items.length === 0 ? undefined : shared?.free(items);
  };
  const addresses = addressPools(allocators).map((pool) =>
    freed((spec) => addressesOf(spec).filter((ip) => pool.contains(ip)), pool.shared),
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
  /** As texts describe it. */
  readonly range: string;
  readonly hands: Hands;
}

function familiesOf({ clusterIPs, secondaryClusterIPs }: Allocators): Families {
  const first = familyOf(clusterIPs);
  return secondaryClusterIPs === undefined ? [first] : [first, familyOf(secondaryClusterIPs)];
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

/** @returns why a given address cannot be had */
function takeClusterIPs(
  pools: readonly AddressHands[],
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
): FieldError | undefined {
  const first = firstNeeded(spec, old);
  if (first === undefined) return undefined;
  const families = spec.ipFamilies ?? [];
  const ips = families.map((_, i) => spec.clusterIPs?.[i] ?? "");
  // The reference blames the whole list, in its own notation: of a new service with the places that it is to fill.
  const shown = textList(first === 0 ? ips : spec.clusterIPs);
  for (const { family, range, hands } of pools) {
    const place = families.indexOf(family);
    if (place < first) continue;
    const ip = ips[place] ?? "";
    if (ip === "") {
      ips[place] = hands.takeNext() ?? outOf("a serviceIP");
      continue;
    }
    const problem = hands.take(ip);
    if (problem === undefined) continue;
    const why =
      problem === "taken"
        ? "provided IP is already allocated"
        : `the provided IP (${plainAddress(ip)}) is not in the valid range. The range of valid IPs is ${range}`;
    return invalidText("spec.clusterIPs", shown, `failed to allocate IP ${ip}: ${why}`);
  }
  spec.clusterIPs = ips;
  if (ips[0] !== undefined) spec.clusterIP = ips[0];
  return undefined;
}

/** An address as it is written without leading zeros. */
function plainAddress(ip: string): string {
  const address = parseAddress(ip);
  return address === undefined ? ip : formatAddress(address);
}

const portProblem = (problem: "taken" | "outside", range: string): string =>
  problem === "taken"
    ? "provided port is already allocated"
    : `provided port is not in the valid range. The range of valid ports is ${range}`;

/** @returns why a given port cannot be had */
function takeNodePorts(
  hands: Hands,
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
  range: string,
): FieldError | undefined {
  if (!mayHaveNodePorts(spec)) return undefined;
  const ports = spec.ports ?? [];
  const held = new Set((old?.ports ?? []).map(({ nodePort }) => nodePort ?? 0));
  const seen = new Set<string>();
  /** By port number, in any protocol: a new service has one node port for each. */
  const twins = new Map<number, number>();
  const chosen = chosenPorts(ports);
  for (const [i, port] of ports.entries()) {
    if (!port.nodePort && !needsNodePort(spec)) continue;
    const wanted = port.nodePort || (old === undefined ? (twins.get(port.port) ?? chosen.get(port.port) ?? 0) : 0);
    if (wanted === 0) {
      port.nodePort = Number(hands.takeNext() ?? outOf("a nodePort"));
    } else {
      const mine = old === undefined ? twins.get(port.port) === wanted : held.has(wanted);
      const problem = mine ? undefined : hands.take(String(wanted));
      if (problem !== undefined) return invalid(`spec.ports[${i}].nodePort`, wanted, portProblem(problem, range));
      port.nodePort = wanted;
    }
    if (!twins.has(port.port)) twins.set(port.port, port.nodePort);
    if (old === undefined) continue;
    held.add(port.nodePort);
    const id = `${port.protocol ?? "TCP"} ${port.nodePort}`;
    if (seen.has(id)) throw new ApiError(500, "", `duplicate nodePort: {${id}}`);
    seen.add(id);
  }
  return undefined;
}

/** The node ports that the client chose, by the number of the port, in any protocol: the first of each. */
function chosenPorts(ports: NonNullable<ServiceSpec["ports"]>): ReadonlyMap<number, number> {
  const chosen = new Map<number, number>();
  for (const { port, nodePort } of ports) if (nodePort && !chosen.has(port)) chosen.set(port, nodePort);
  return chosen;
}

function takeHealthCheckPort(hands: Hands, spec: ServiceSpec, old: ServiceSpec | undefined, range: string): void {
  if (!needsHealthCheckPort(spec) || (old !== undefined && needsHealthCheckPort(old))) return;
  const wanted = spec.healthCheckNodePort ?? 0;
  if (wanted === 0) {
    spec.healthCheckNodePort = Number(hands.takeNext() ?? outOf("a HealthCheck NodePort 0"));
    return;
  }
  const problem = hands.take(String(wanted));
  if (problem === undefined) return;
  throw internalError(`failed to allocate requested HealthCheck NodePort ${wanted}: ${portProblem(problem, range)}`);
}

function outOf(what: string): never {
  throw internalError(`failed to allocate ${what}: range is full`);
}
