import { createHash } from "node:crypto";
import type { Service } from "kubernetes-types/core/v1";
import type { Endpoint as SliceEndpoint } from "kubernetes-types/discovery/v1";
import type { Protocol } from "../programs/program.ts";
import type { ClusterView } from "./clusterView.ts";

/** A port of a service: of its virtual address, or a node port. */
export interface ServiceTarget {
  readonly service: Service;
  readonly port: number;
  readonly isNodePort: boolean;
  /** When the service's traffic is node-local: the node whose endpoints alone may answer. */
  readonly near?: string | undefined;
  /** The zone of the client's node; its endpoints are preferred when the service's slices have zone hints. */
  readonly zone?: string | undefined;
}

/** An endpoint of a service: its address and port. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** The endpoints behind a port of a service. */
export interface PortBackends {
  readonly endpoints: readonly Endpoint[];
  /**
   * Whether the service has any usable endpoints on any node. If it has, but none may answer here, connections are
   * lost; without any, they are refused.
   */
  readonly hasAny: boolean;
}

/** The endpoints behind a port of a service: ready ones, or, when there are none, terminating ones that still serve. */
export function endpointsBehind(
  view: Pick<ClusterView, "slices">,
  { service: { metadata, spec }, port, isNodePort, near, zone }: ServiceTarget,
  protocol: Protocol,
): PortBackends {
  const wanted = spec?.ports?.find(
    (each) => (isNodePort ? each.nodePort : each.port) === port && (each.protocol ?? "TCP") === protocol,
  );
  if (wanted === undefined) return { endpoints: [], hasAny: false };
  const all = view.slices(metadata?.namespace ?? "", metadata?.name ?? "").flatMap((slice) => {
    const target = slice.ports?.find(({ name = "" }) => name === (wanted.name ?? ""))?.port;
    return target === undefined ? [] : (slice.endpoints ?? []).map((each) => ({ each, target }));
  });
  const usable = all.filter(({ each }) => near === undefined || each.nodeName === near);
  const ready = usable.filter(({ each }) => isReady(each));
  const close = near === undefined ? inZone(ready, zone) : ready;
  const chosen = close.length > 0 ? close : usable.filter(({ each }) => endsServing(each));
  return {
    endpoints: chosen.map(({ each, target }) => ({ address: each.addresses[0] ?? "", port: target })),
    hasAny: all.some(({ each }) => isReady(each) || endsServing(each)),
  };
}

/** The endpoints with a hint for a zone. All of them when one has no hint at all, or none has a hint for this zone. */
function inZone<T extends { readonly each: SliceEndpoint }>(
  ready: readonly T[],
  zone: string | undefined,
): readonly T[] {
  const zonesOf = ({ each }: T): readonly string[] => (each.hints?.forZones ?? []).map(({ name }) => name);
  if (zone === undefined || ready.some((each) => zonesOf(each).length === 0)) return ready;
  const meant = ready.filter((each) => zonesOf(each).includes(zone));
  return meant.length > 0 ? meant : ready;
}

const isReady = ({ conditions }: SliceEndpoint): boolean => conditions?.ready !== false;
const endsServing = ({ conditions }: SliceEndpoint): boolean =>
  conditions?.serving === true && conditions.terminating === true;

/**
 * The endpoint for a client under session affinity: the one with the highest hash of endpoint and client address
 * (rendezvous hashing). Adding or removing an endpoint changes the result only for the clients that use it.
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
