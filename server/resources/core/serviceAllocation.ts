/** Taking cluster IPs and node ports for services, and giving them back. */
import type { ServiceSpec } from "kubernetes-types/core/v1";
import { type FieldError, invalid } from "../../../shared/fieldError.ts";
import type { ApiObject } from "../../../shared/object.ts";
import { internalError, invalid as invalidObject } from "../../../shared/status.ts";
import type { Allocator, Allocators } from "../../registry/allocator.ts";
import type { Reservation, WriteContext } from "../../registry/strategy.ts";
import { invalidText, textList } from "../validation/goText.ts";
import { HEADLESS, isHeadless, needsClusterIP, needsHealthCheckPort, needsNodePort } from "./serviceFields.ts";
import { asService } from "./views.ts";

/** Cluster IPs that a spec holds. */
const addressesOf = (spec: ServiceSpec | undefined): string[] =>
  spec === undefined || !needsClusterIP(spec)
    ? []
    : (spec.clusterIPs ?? []).filter((ip) => ip !== HEADLESS && ip !== "");

/** Node ports that a spec holds; two protocols may share one number. */
function portsOf(spec: ServiceSpec | undefined): string[] {
  if (spec === undefined || spec.type === "ExternalName") return [];
  const ports = (spec.ports ?? []).map(({ nodePort }) => nodePort ?? 0);
  if (needsHealthCheckPort(spec)) ports.push(spec.healthCheckNodePort ?? 0);
  return [...new Set(ports.filter((port) => port !== 0).map(String))];
}

/** Gives back everything a service held. */
export function releaseAll({ clusterIPs, nodePorts }: Allocators, spec: ServiceSpec | undefined): void {
  for (const ip of addressesOf(spec)) clusterIPs.release(ip);
  for (const port of portsOf(spec)) nodePorts.release(port);
}

/** What one write took so far, so that a failure half way can give it back. */
class Taken {
  readonly #undo: (() => void)[] = [];

  /** @param refusal the error when it cannot be had; told whether the pool could hold it at all */
  take(pool: Allocator, item: string, refusal: (inside: boolean) => FieldError): void {
    let free = false;
    try {
      free = pool.contains(item) && pool.allocate(item);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    if (!free) throw new AllocationError(refusal(pool.contains(item)));
    this.#undo.push(() => pool.release(item));
  }

  takeNext(pool: Allocator): string | undefined {
    const item = pool.allocateNext();
    if (item !== undefined) this.#undo.push(() => pool.release(item));
    return item;
  }

  giveBack(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }
}

class AllocationError extends Error {
  readonly fieldError: FieldError;

  constructor(fieldError: FieldError) {
    super(fieldError.message);
    this.fieldError = fieldError;
  }
}

/**
 * Takes what a new or changed service needs and writes it into the object.
 * @throws ApiError 422 when a given one is taken or foreign, 500 when the pool is empty
 */
export function reserveAddresses(context: WriteContext, object: ApiObject, old: ApiObject | undefined): Reservation {
  const { spec } = asService(object);
  const before = old === undefined ? undefined : asService(old).spec;
  const taken = new Taken();
  try {
    if (spec !== undefined) {
      reserveClusterIPs(taken, context.allocators.clusterIPs, spec, new Set(addressesOf(before)));
      reserveNodePorts(taken, context.allocators.nodePorts, spec, new Set(portsOf(before)));
    }
  } catch (error) {
    taken.giveBack();
    if (error instanceof AllocationError) {
      throw invalidObject({ group: "", kind: "Service" }, object.metadata.name ?? "", [error.fieldError]);
    }
    throw error;
  }
  return {
    commit() {
      const kept = new Set([...addressesOf(spec), ...portsOf(spec)]);
      for (const ip of addressesOf(before)) if (!kept.has(ip)) context.allocators.clusterIPs.release(ip);
      for (const port of portsOf(before)) if (!kept.has(port)) context.allocators.nodePorts.release(port);
    },
    release: () => taken.giveBack(),
  };
}

function reserveClusterIPs(taken: Taken, pool: Allocator, spec: ServiceSpec, held: ReadonlySet<string>): void {
  if (!needsClusterIP(spec) || isHeadless(spec)) return;
  const ips = (spec.clusterIPs ?? []).filter((ip) => ip !== "");
  for (const ip of ips) {
    if (held.has(ip)) continue;
    taken.take(pool, ip, (inside) => {
      const why = inside
        ? "provided IP is already allocated"
        : `the provided IP (${ip}) is not in the valid range. The range of valid IPs is ${pool.description}`;
      // The reference blames the whole list, in its own notation.
      return invalidText("spec.clusterIPs", textList(ips), `failed to allocate IP ${ip}: ${why}`);
    });
  }
  if (ips.length === 0) {
    const ip = taken.takeNext(pool);
    if (ip === undefined) throw internalError("failed to allocate a serviceIP: range is full");
    ips.push(ip);
  }
  spec.clusterIPs = ips;
  if (ips[0] !== undefined) spec.clusterIP = ips[0];
}

function reserveNodePorts(taken: Taken, pool: Allocator, spec: ServiceSpec, held: ReadonlySet<string>): void {
  const had = new Set(held);
  const given = (port: number, path: string): void => {
    const item = String(port);
    if (had.has(item)) return;
    taken.take(pool, item, (inside) =>
      invalid(
        path,
        port,
        inside
          ? "provided port is already allocated"
          : `provided port is not in the valid range. The range of valid ports is ${pool.description}`,
      ),
    );
    had.add(item);
  };
  const next = (what: string): number => {
    const item = taken.takeNext(pool);
    if (item === undefined) throw internalError(`failed to allocate a ${what}: range is full`);
    had.add(item);
    return Number(item);
  };
  if (spec.type === "NodePort" || spec.type === "LoadBalancer") {
    const byPort = new Map<number, { protocol: string; nodePort: number }>();
    for (const [i, port] of (spec.ports ?? []).entries()) {
      if ((port.nodePort ?? 0) !== 0) given(port.nodePort ?? 0, `spec.ports[${i}].nodePort`);
      else if (needsNodePort(spec)) {
        // The same port in another protocol gets the same number.
        const twin = byPort.get(port.port);
        port.nodePort = twin !== undefined && twin.protocol !== port.protocol ? twin.nodePort : next("nodePort");
      }
      if (port.nodePort) byPort.set(port.port, { protocol: port.protocol ?? "TCP", nodePort: port.nodePort });
    }
  }
  if (!needsHealthCheckPort(spec)) return;
  if ((spec.healthCheckNodePort ?? 0) !== 0) given(spec.healthCheckNodePort ?? 0, "spec.healthCheckNodePort");
  else spec.healthCheckNodePort = next("HealthCheck NodePort");
}
