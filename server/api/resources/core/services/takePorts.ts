/** Allocates node ports for a write of a service. */
import type { ServiceSpec } from "kubernetes-types/core/v1";
import { type FieldError, invalid } from "../../../../../shared/fieldError.ts";
import { ApiError, internalError } from "../../../../../shared/status.ts";
import { mayHaveNodePorts, needsHealthCheckPort, needsNodePort } from "./serviceFields.ts";
import { itemOr, type PoolTransaction } from "./servicePools.ts";

/**
 * Allocates the node ports that a write needs, and writes them into the spec.
 * @returns why a requested one is not available
 */
export function takeNodePorts(
  transaction: PoolTransaction,
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
): FieldError | undefined {
  if (!mayHaveNodePorts(spec)) return undefined;
  const ports = spec.ports ?? [];
  const held = new Set((old?.ports ?? []).map(({ nodePort }) => nodePort ?? 0));
  const seen = new Set<string>();
  /** Node port by port number, regardless of protocol: ports of a new service with equal numbers share a node port. */
  const twins = new Map<number, number>();
  const chosen = chosenPorts(ports);
  for (const [i, port] of ports.entries()) {
    if (!port.nodePort && !needsNodePort(spec)) continue;
    const wanted = port.nodePort || (old === undefined ? (twins.get(port.port) ?? chosen.get(port.port) ?? 0) : 0);
    if (wanted === 0) {
      port.nodePort = Number(itemOr(transaction.takeNext(), "a nodePort"));
    } else {
      const mine = old === undefined ? twins.get(port.port) === wanted : held.has(wanted);
      const problem = mine ? undefined : transaction.take(String(wanted));
      if (problem !== undefined) return invalid(`spec.ports[${i}].nodePort`, wanted, problem);
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

/** The node ports that the client requested, by port number and regardless of protocol; the first of each. */
function chosenPorts(ports: NonNullable<ServiceSpec["ports"]>): ReadonlyMap<number, number> {
  const chosen = new Map<number, number>();
  for (const { port, nodePort } of ports) if (nodePort && !chosen.has(port)) chosen.set(port, nodePort);
  return chosen;
}

/**
 * Allocates the health check port, if the write needs one, and writes it into the spec.
 * @throws ApiError 500 when it is not available
 */
export function takeHealthCheckPort(
  transaction: PoolTransaction,
  spec: ServiceSpec,
  old: ServiceSpec | undefined,
): void {
  if (!needsHealthCheckPort(spec) || (old !== undefined && needsHealthCheckPort(old))) return;
  const wanted = spec.healthCheckNodePort ?? 0;
  if (wanted === 0) {
    spec.healthCheckNodePort = Number(itemOr(transaction.takeNext(), "a HealthCheck NodePort 0"));
    return;
  }
  const problem = transaction.take(String(wanted));
  if (problem === undefined) return;
  throw internalError(`failed to allocate requested HealthCheck NodePort ${wanted}: ${problem}`);
}
