import type { EndpointAddress, EndpointPort, EndpointSubset } from "kubernetes-types/core/v1";

/**
 * Regroups subsets so that addresses with the same set of ports stand together, and an address that is ready anywhere for a
 * port is ready for it. Clients write subsets in any grouping; what they read back is one per set of ports.
 *
 * Invariant: the pairs (address, port, readiness) are those of the input, each once.
 */
export function repackSubsets(subsets: readonly EndpointSubset[]): EndpointSubset[] {
  const ports = new Map<string, EndpointPort | undefined>();
  const addresses = new Map<string, EndpointAddress>();
  /** For each address: its port keys and whether it is ready for them. */
  const readiness = new Map<string, Map<string, boolean>>();
  const add = (address: EndpointAddress, portKey: string, ready: boolean): void => {
    const id = addressKey(address);
    if (!addresses.has(id)) addresses.set(id, address);
    const known = readiness.get(id) ?? new Map<string, boolean>();
    known.set(portKey, known.get(portKey) === true || ready);
    readiness.set(id, known);
  };
  for (const subset of subsets) {
    const list: (EndpointPort | undefined)[] = subset.ports !== undefined && subset.ports.length > 0 ? subset.ports : [undefined];
    for (const port of list) {
      const portKey = keyOfPort(port);
      ports.set(portKey, port);
      for (const address of subset.addresses ?? []) add(address, portKey, true);
      for (const address of subset.notReadyAddresses ?? []) add(address, portKey, false);
    }
  }
  const groups = new Map<string, { portKeys: string[]; ready: EndpointAddress[]; waiting: EndpointAddress[] }>();
  for (const [id, known] of readiness) {
    const address = addresses.get(id);
    if (address === undefined) continue;
    for (const ready of [true, false]) {
      const portKeys = [...known].filter(([, state]) => state === ready).map(([portKey]) => portKey);
      if (portKeys.length === 0) continue;
      const groupId = [...portKeys].sort().join("\n");
      const group = groups.get(groupId) ?? { portKeys, ready: [], waiting: [] };
      (ready ? group.ready : group.waiting).push(address);
      groups.set(groupId, group);
    }
  }
  return [...groups.values()].map(({ portKeys, ready, waiting }) => {
    const list = portKeys.map((portKey) => ports.get(portKey)).filter((port) => port !== undefined);
    return {
      ...(ready.length > 0 ? { addresses: ready } : {}),
      ...(waiting.length > 0 ? { notReadyAddresses: waiting } : {}),
      ...(list.length > 0 ? { ports: list } : {}),
    };
  });
}

const keyOfPort = (port: EndpointPort | undefined): string =>
  port === undefined ? "" : JSON.stringify([port.name ?? "", port.protocol ?? "TCP", port.port, port.appProtocol ?? ""]);

const addressKey = ({ ip, hostname, targetRef }: EndpointAddress): string =>
  JSON.stringify([ip, hostname ?? "", targetRef?.uid ?? targetRef?.name ?? ""]);
