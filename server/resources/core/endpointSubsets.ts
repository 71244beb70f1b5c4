import type { EndpointAddress, EndpointPort, EndpointSubset } from "kubernetes-types/core/v1";

/** Addresses behind one port, by identity, and whether each is ready for it. */
type Behind = Map<string, { readonly address: EndpointAddress; ready: boolean }>;

/**
 * Regroups subsets so that ports with the same addresses stand together. An address that is ready for a port anywhere is
 * ready for it. Clients write subsets in any grouping; this is the shortest one that says the same, in the order written.
 *
 * Invariant: the triples (address, port, readiness) are those of the input, each once.
 */
export function repackSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] {
  const ports = new Map<string, { readonly port: EndpointPort | undefined; readonly behind: Behind }>();
  for (const subset of subsets) {
    // A subset without ports says that the addresses exist, which is a statement of its own.
    const list: readonly (EndpointPort | undefined)[] =
      (subset.ports ?? []).length > 0 ? (subset.ports ?? []) : [undefined];
    for (const port of list) {
      const entry = ports.get(portKey(port)) ?? { port, behind: new Map() };
      ports.set(portKey(port), entry);
      for (const address of subset.addresses ?? []) add(entry.behind, address, true);
      for (const address of subset.notReadyAddresses ?? []) add(entry.behind, address, false);
    }
  }
  const groups = new Map<string, { readonly ports: EndpointPort[]; readonly behind: Behind }>();
  for (const { port, behind } of ports.values()) {
    if (behind.size === 0) continue;
    const id = JSON.stringify([port === undefined, [...behind].map(([key, { ready }]) => `${key} ${ready}`).sort()]);
    const group = groups.get(id) ?? { ports: [], behind };
    if (port !== undefined) group.ports.push(port);
    groups.set(id, group);
  }
  return [...groups.values()].map((group) => {
    const all = [...group.behind.values()];
    const addresses = all.filter(({ ready }) => ready).map(({ address }) => address);
    const notReadyAddresses = all.filter(({ ready }) => !ready).map(({ address }) => address);
    return {
      ...(addresses.length > 0 ? { addresses } : {}),
      ...(notReadyAddresses.length > 0 ? { notReadyAddresses } : {}),
      ...(group.ports.length > 0 ? { ports: group.ports } : {}),
    };
  });
}

function add(behind: Behind, address: EndpointAddress, ready: boolean): void {
  const key = addressKey(address);
  const known = behind.get(key);
  if (known === undefined) behind.set(key, { address, ready });
  else known.ready ||= ready;
}

const portKey = (port: EndpointPort | undefined): string =>
  port === undefined
    ? ""
    : JSON.stringify([port.name ?? "", port.protocol ?? "TCP", port.port, port.appProtocol ?? ""]);

const addressKey = ({ ip, hostname, targetRef }: EndpointAddress): string =>
  JSON.stringify([ip, hostname ?? "", targetRef?.uid ?? targetRef?.name ?? ""]);
