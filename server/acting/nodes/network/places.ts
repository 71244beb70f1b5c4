import type { Pod, Service } from "kubernetes-types/core/v1";
import type { NodePod } from "../pods/podParts.ts";
import type { Protocol } from "../programs/program.ts";
import type { ApiServerEndpoint } from "./apiServerEndpoint.ts";
import type { ClusterView } from "./clusterView.ts";
import type { NodeServer, NodeTarget } from "./nodeServers.ts";
import { endpointFor, endpointsBehind, type ServiceTarget } from "./serviceEndpoints.ts";

/** What listens at an address: a port of a pod, the API server at one of its addresses, or a node itself. */
export type Place = PodPlace | ServerPlace | NodePlace;

/** The result for an address at which connections are dropped without an error. */
export const LOST = "lost";

export interface PodPlace {
  readonly pod: Pod;
  readonly port: number;
  /** Whether the client is in the same pod and connects to the loopback address. */
  readonly isLoopback?: boolean;
}

export interface ServerPlace {
  readonly server: string;
  readonly port: number;
}

export interface NodePlace {
  readonly nodeServer: NodeServer;
  readonly address: string;
  readonly port: number;
}

export interface PlacesParts {
  readonly view: ClusterView;
  /** Absent when pods cannot reach the API server. */
  readonly server?: ApiServerEndpoint | undefined;
  /** The node's own server at a port; absent when there is none. */
  nodeServer?(target: NodeTarget): NodeServer | undefined;
  /** Whether a program in a pod listens at a port. */
  listens(pod: Pod, port: number): boolean;
}

/** Whether an address is a loopback address. Names are not resolved. */
export const isLoopback = (address: string): boolean => /^127(?:\.\d+){3}$|^::1$/.test(address);

/**
 * Finds the program that answers at an address; requests to a service's virtual address rotate through its ready
 * endpoints.
 */
export class Places {
  readonly #parts: PlacesParts;
  #turn = 0;

  constructor(parts: PlacesParts) {
    this.#parts = parts;
  }

  /** @returns undefined when nothing is at the address */
  at(
    from: NodePod | undefined,
    address: string,
    port: number,
    protocol: Protocol = "TCP",
  ): Place | typeof LOST | undefined {
    const { view } = this.#parts;
    const isOwn = isLoopback(address);
    const host = isOwn && from?.spec.hostNetwork === true ? (from.status?.hostIP ?? "") : address;
    const node = view.nodeAt(host);
    const onNode = node === undefined ? undefined : this.#onNode(node, { host, address, port, protocol });
    if (onNode !== undefined) return onNode;
    if (isOwn) return this.#ownPort(from, address, port, protocol);
    const client = from?.status?.podIP ?? "";
    const zone = view.zoneOf(from?.spec.nodeName ?? node ?? "");
    const service = view.serviceAt(address);
    if (service !== undefined) {
      const near = isInternal(service, address) && staysInside(service) ? from?.spec.nodeName : undefined;
      return this.#behind({ service, port, isNodePort: false, near, zone }, protocol, client);
    }
    const onNodes = node === undefined ? undefined : view.serviceOnNodes(port, protocol);
    if (onNodes !== undefined) {
      // Traffic from pods or from the node itself may go to all endpoints.
      const isFromAfar = from === undefined || (from.spec.hostNetwork === true && from.spec.nodeName !== node);
      const near = staysOutside(onNodes) && isFromAfar ? node : undefined;
      return this.#behind({ service: onNodes, port, isNodePort: true, near, zone }, protocol, client);
    }
    return this.#direct(address, port, protocol);
  }

  /** What occupies a port of a node: a pod with this host port, or the node's own server. */
  #onNode(node: string, { host, address, port, protocol }: Asked): PodPlace | NodePlace | undefined {
    const hosted = this.#onHost(host, address, port, protocol);
    if (hosted !== undefined || protocol !== "TCP") return hosted;
    const nodeServer = this.#parts.nodeServer?.({ node, port, isLoopback: isLoopback(address) });
    return nodeServer && { nodeServer, address, port };
  }

  /**
   * A port of the client's own pod. An API server that is known only by its loopback address is found here, too,
   * because it has no other address.
   */
  #ownPort(from: NodePod | undefined, address: string, port: number, protocol: Protocol): Place | undefined {
    const pod = from as Pod | undefined;
    if (pod !== undefined && this.#parts.listens(pod, port)) return { pod, port, isLoopback: true };
    return this.#server(address, port, protocol) ?? (pod && { pod, port, isLoopback: true });
  }

  #direct(address: string, port: number, protocol: Protocol): Place | undefined {
    const pods = this.#parts.view.podsAt(address);
    const pod = pods.find((each) => this.#parts.listens(each, port)) ?? pods[0];
    return pod === undefined ? this.#server(address, port, protocol) : { pod, port };
  }

  #server(address: string, port: number, protocol: Protocol): ServerPlace | undefined {
    const { server } = this.#parts;
    const isServer = protocol === "TCP" && server?.port === port && server.addresses().includes(address);
    return isServer ? { server: address, port } : undefined;
  }

  /** The pod on a node that occupies a port of the node, at all of the node's addresses or at this one. */
  #onHost(node: string, address: string, port: number, protocol: Protocol): PodPlace | undefined {
    for (const pod of this.#parts.view.podsOnNode(node)) {
      for (const each of (pod.spec?.containers ?? []).flatMap(({ ports = [] }) => ports)) {
        if (each.hostPort !== port || (each.protocol ?? "TCP") !== protocol) continue;
        const isThere = each.hostIP === undefined || ["", "0.0.0.0", "::", address].includes(each.hostIP);
        if (isThere) return { pod, port: each.containerPort };
      }
    }
    return undefined;
  }

  /**
   * One of the ready endpoints of a service: round-robin, or always the same for a client when the service has session
   * affinity.
   */
  #behind(target: ServiceTarget, protocol: Protocol, client: string): Place | typeof LOST | undefined {
    const { endpoints, hasAny } = endpointsBehind(this.#parts.view, target, protocol);
    if (endpoints.length === 0) return hasAny ? LOST : this.#unpublished(target, protocol);
    this.#turn = (this.#turn + 1) % endpoints.length;
    const isSticky = target.service.spec?.sessionAffinity === "ClientIP";
    const chosen = isSticky ? endpointFor(client, endpoints) : endpoints[this.#turn];
    return chosen && this.#direct(chosen.address, chosen.port, protocol);
  }

  /** A loopback address is never published as an endpoint: the API's own service then leads directly to the server. */
  #unpublished({ service, port }: ServiceTarget, protocol: Protocol): ServerPlace | undefined {
    const { view, server } = this.#parts;
    const [address = ""] = server?.addresses() ?? [];
    const hasPort = service.spec?.ports?.some((each) => each.port === port) ?? false;
    if (!isLoopback(address) || !hasPort || !isSame(service, view.apiService())) return undefined;
    return this.#server(address, server?.port ?? 0, protocol);
  }
}

/** The address and port that a client asks for at a node. */
interface Asked {
  /** The node's address. */
  readonly host: string;
  /** The address as the client specified it. */
  readonly address: string;
  readonly port: number;
  readonly protocol: Protocol;
}

const isInternal = ({ spec }: Service, address: string): boolean => spec?.clusterIPs?.includes(address) ?? false;
const staysInside = ({ spec }: Service): boolean => spec?.internalTrafficPolicy === "Local";
const staysOutside = ({ spec }: Service): boolean => spec?.externalTrafficPolicy === "Local";

const isSame = (a: Service, b: Service | undefined): boolean => a.metadata?.uid === b?.metadata?.uid;
