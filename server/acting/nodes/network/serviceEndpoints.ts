import { createHash } from "node:crypto";
import type { Service } from "kubernetes-types/core/v1";
import type { Protocol } from "../programs/program.ts";
import type { ClusterView } from "./clusterView.ts";

/** A port of a service: of its virtual address, or of every node. */
export interface ServiceDoor {
  readonly service: Service;
  readonly port: number;
  readonly isNodePort: boolean;
}

/** An endpoint of a service: an address, and the port there. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** The ready endpoints behind a port of a service. */
export function endpointsBehind(
  view: Pick<ClusterView, "slices">,
  { service: { metadata, spec }, port, isNodePort }: ServiceDoor,
  protocol: Protocol,
): Endpoint[] {
  const wanted = spec?.ports?.find(
    (each) => (isNodePort ? each.nodePort : each.port) === port && (each.protocol ?? "TCP") === protocol,
  );
  if (wanted === undefined) return [];
  return view.slices(metadata?.namespace ?? "", metadata?.name ?? "").flatMap((slice) => {
    const target = slice.ports?.find(({ name = "" }) => name === (wanted.name ?? ""))?.port;
    if (target === undefined) return [];
    const ready = slice.endpoints.filter(({ conditions }) => conditions?.ready !== false);
    return ready.map(({ addresses }) => ({ address: addresses[0] ?? "", port: target }));
  });
}

/**
 * The endpoint that a client always gets while the endpoints stay the same: the one whose hash with the client's address is
 * the highest. One that comes or goes changes it for those clients only that get that one.
 */
export function endpointFor(client: string, endpoints: readonly Endpoint[]): Endpoint | undefined {
  const rank = ({ address, port }: Endpoint): string =>
    createHash("sha1").update(`${client} ${address}:${port}`).digest("hex");
  const ranked = endpoints.map((endpoint) => ({ endpoint, rank: rank(endpoint) }));
  return ranked.reduce<(typeof ranked)[number] | undefined>(
    (best, each) => (best === undefined || each.rank > best.rank ? each : best),
    undefined,
  )?.endpoint;
}
