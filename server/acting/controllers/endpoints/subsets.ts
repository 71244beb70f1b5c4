import type { EndpointAddress, EndpointPort, EndpointSubset } from "kubernetes-types/core/v1";
import { sortInSteps } from "../../../../shared/sortInSteps.ts";
import { isTurnDue, isTurnOver, type Steps } from "../../../../shared/steps.ts";
import { sortedSubsets } from "./subsetOrder.ts";

/** An address that serves on one port, or without a port. */
export interface Serving {
  readonly address: EndpointAddress;
  readonly port?: EndpointPort;
  readonly isReady: boolean;
}

/** The addresses that serve on a port. */
interface PortAddresses {
  readonly port: EndpointPort | undefined;
  /** Whether each address is ready, by address and uid. */
  readonly addresses: Map<string, boolean>;
}

/**
 * Packs addresses and ports into as few subsets as possible: ports with the same addresses and readiness share a
 * subset. An address that is once unready at a port stays unready there, even if it is listed again as ready.
 */
export function* packSubsets(serving: Iterable<Serving>): Steps<EndpointSubset[]> {
  const addresses = new Map<string, EndpointAddress>();
  const ports = new Map<string, PortAddresses>();
  for (const { address, port, isReady } of serving) {
    if (isTurnDue()) yield;
    const key = `${address.ip}\0${address.targetRef?.uid ?? ""}`;
    if (!addresses.has(key)) addresses.set(key, address);
    const portKey =
      port === undefined ? "" : `${port.name ?? ""}\0${port.port}\0${port.protocol ?? ""}\0${port.appProtocol ?? ""}`;
    let known = ports.get(portKey);
    if (known === undefined) {
      known = { port, addresses: new Map() };
      ports.set(portKey, known);
    }
    if (known.addresses.get(key) !== false) known.addresses.set(key, isReady);
  }
  const packed = new Map<string, { readonly addresses: PortAddresses["addresses"]; readonly ports: EndpointPort[] }>();
  for (const { port, addresses: members } of ports.values()) {
    if (isTurnOver()) yield;
    const marked = Array.from(members, ([address, isReady]) => (isReady ? address : `${address}\0`));
    const key = (yield* sortInSteps(marked)).join("\n");
    const subset = packed.get(key) ?? { addresses: members, ports: [] };
    if (port !== undefined) subset.ports.push(port);
    packed.set(key, subset);
  }
  const subsets: EndpointSubset[] = [];
  for (const subset of packed.values()) {
    if (isTurnOver()) yield;
    subsets.push(subsetOf(subset.addresses, subset.ports, addresses));
  }
  return yield* sortedSubsets(subsets);
}

function subsetOf(
  members: ReadonlyMap<string, boolean>,
  ports: EndpointPort[],
  addresses: ReadonlyMap<string, EndpointAddress>,
): EndpointSubset {
  const of = (ready: boolean): EndpointAddress[] =>
    [...members].flatMap(([key, isReady]) => (isReady === ready ? (addresses.get(key) ?? []) : []));
  const ready = of(true);
  const notReady = of(false);
  return {
    ...(ready.length === 0 ? {} : { addresses: ready }),
    ...(notReady.length === 0 ? {} : { notReadyAddresses: notReady }),
    ...(ports.length === 0 ? {} : { ports }),
  };
}
