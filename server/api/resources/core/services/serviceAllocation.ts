/** Taking cluster IPs and node ports for a write of a service. */
import type { ServiceSpec } from "kubernetes-types/core/v1";
import { type FieldError, invalid } from "../../../../../shared/fieldError.ts";
import type { ApiObject } from "../../../../../shared/object.ts";
import { ApiError, internalError, invalid as invalidObject } from "../../../../../shared/status.ts";
import type { Steps } from "../../../../../shared/steps.ts";
import { formatAddress, parseAddress } from "../../../../ground/formats/addresses.ts";
import { invalidText, textList } from "../../../../ground/formats/goText.ts";
import { inTurns } from "../../../../ground/turns/turns.ts";
import type { SharedSide } from "../../../registry/allocation/allocator.ts";
import type { Reservation, WriteContext } from "../../../registry/strategy.ts";
import { asService } from "../views.ts";
import { settleFamilies } from "./serviceAddresses.ts";
import {
  familyOf,
  isHeadless,
  keepAllocatedValues,
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
  const { clusterIPs, nodePorts } = context.allocators;
  const isShared = clusterIPs.shared !== undefined || nodePorts.shared !== undefined;
  return isShared ? reserveShared(context, object, old) : inTurns(takeInSteps(context, object, old));
}

/** From pools that other servers take from: a refusal counts once this server has looked at what they did. */
async function reserveShared(
  context: WriteContext,
  object: ApiObject,
  old: ApiObject | undefined,
): Promise<Reservation> {
  const { clusterIPs, nodePorts } = context.allocators;
  const asked = structuredClone(object["spec"]);
  let isFresh = false;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      const taken = await inTurns(takeInSteps(context, object, old));
      if (context.dryRun || (await taken.confirm())) return taken;
      isFresh = false;
    } catch (error) {
      if (isFresh) throw error;
      await Promise.all([clusterIPs.shared?.refresh(), nodePorts.shared?.refresh()]);
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
  const { clusterIPs, nodePorts } = context.allocators;
  const refuse = (errors: readonly FieldError[]): ApiError =>
    invalidObject({ group: "", kind: "Service" }, object.metadata.name ?? "", errors);
  if (before !== undefined) keepAllocatedValues(spec, before);
  normalizeClusterIPs(spec, before);
  const errors = yield* settleFamilies(spec, familyOf(clusterIPs), before);
  if (errors.length > 0) throw refuse(errors);
  const addresses = (context.dryRun ? dryAddresses : takingHands)(clusterIPs);
  const ports = (context.dryRun ? dryPorts : takingHands)(nodePorts);
  const giveBack = async (): Promise<void> => {
    await Promise.all([addresses.giveBack(), ports.giveBack()]);
  };
  try {
    // An address stays for as long as the type needs one.
    const hasOne = before !== undefined && before.type !== "ExternalName";
    const refusal =
      (hasOne ? undefined : takeClusterIPs(addresses, spec, clusterIPs.description)) ??
      takeNodePorts(ports, spec, before, nodePorts.description);
    if (refusal !== undefined) throw refuse([refusal]);
    takeHealthCheckPort(ports, spec, before, nodePorts.description);
  } catch (error) {
    addresses.giveBack();
    ports.giveBack();
    throw error;
  }
  const isShared = clusterIPs.shared !== undefined;
  return {
    async confirm() {
      let confirmed = false;
      try {
        confirmed = (await addresses.confirm()) && (await ports.confirm());
      } finally {
        if (!confirmed) await orLeak(giveBack());
      }
      return confirmed;
    },
    release(stored) {
      // What is stored holds it from here on: in memory by itself, in the store what was taken for it.
      if (isShared && !context.dryRun) return stored ? undefined : orLeak(giveBack());
      addresses.giveBack();
      ports.giveBack();
    },
  };
}

/** What a stored change of a service does not need any more is free for other servers, too. */
export async function letGoOfAddresses(
  { allocators: { clusterIPs, nodePorts } }: WriteContext,
  old: ApiObject,
  next: ApiObject | undefined,
): Promise<void> {
  const [before, after] = [asService(old).spec, next === undefined ? undefined : asService(next).spec];
  const freed = (holdings: (spec: ServiceSpec | undefined) => string[], shared: SharedSide | undefined) => {
    const kept = new Set(holdings(after));
    const items = shared === undefined ? [] : holdings(before).filter((item) => !kept.has(item));
    return items.length === 0 ? undefined : shared?.free(items);
  };
  await orLeak(Promise.all([freed(addressesOf, clusterIPs.shared), freed(nodePortsOf, nodePorts.shared)]));
}

/**
 * What cannot be released stays allocated until the repair loop finds that no service uses it. The write itself is
 * done.
 */
async function orLeak(freeing: Promise<unknown>): Promise<void> {
  await freeing.catch(() => undefined);
}

/** @returns why a given address cannot be had */
function takeClusterIPs(hands: Hands, spec: ServiceSpec, range: string): FieldError | undefined {
  if (spec.type === "ExternalName" || isHeadless(spec)) return undefined;
  const given = spec.clusterIPs ?? [];
  for (const ip of given) {
    const problem = hands.take(ip);
    if (problem === undefined) continue;
    const why =
      problem === "taken"
        ? "provided IP is already allocated"
        : `the provided IP (${plainAddress(ip)}) is not in the valid range. The range of valid IPs is ${range}`;
    // The reference blames the whole list, in its own notation.
    return invalidText("spec.clusterIPs", textList(given), `failed to allocate IP ${ip}: ${why}`);
  }
  if (given.length > 0) return undefined;
  const ip = hands.takeNext();
  if (ip === undefined) throw internalError("failed to allocate a serviceIP: range is full");
  spec.clusterIPs = [ip];
  spec.clusterIP = ip;
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
