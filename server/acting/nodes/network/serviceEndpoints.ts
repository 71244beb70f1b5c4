import { createHash } from "node:crypto";
import type { Service } from "kubernetes-types/core/v1";
import type { Endpoint as SliceEndpoint } from "kubernetes-types/discovery/v1";
import type { Protocol } from "../programs/program.ts";
import type { ClusterView } from "./clusterView.ts";

/** A port of a service: of its virtual address, or of every node. */
export interface ServiceDoor {
  readonly service: Service;
  readonly port: number;
  readonly isNodePort: boolean;
  /** The node whose endpoints alone may answer, where the service keeps its traffic on a node. */
  readonly near?: string | undefined;
  /** The zone of the client's node, whose endpoints come first where the service's slices say so. */
  readonly zone?: string | undefined;
}

/** An endpoint of a service: an address, and the port there. */
export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** What is behind a port of a service. */
export interface Behind {
  readonly endpoints: readonly Endpoint[];
  /** Whether there are endpoints at all: where none of them may answer, connections are lost; otherwise they are refused. */
  readonly hasAny: boolean;
}

/** The endpoints behind a port of a service: ready ones, or, where there are none, those that still serve while they end. */
export function endpointsBehind(
  view: Pick<ClusterView, "slices">,
  { service: { metadata, spec }, port, isNodePort, near, zone }: ServiceDoor,
  protocol: Protocol,
): Behind {
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

/** Those that are meant for a zone: all of them unless each says for which it is meant, and one for this. */
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
