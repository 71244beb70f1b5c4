import type { Pod } from "kubernetes-types/core/v1";
import type { PodRequest, PodResponse } from "../../../api/registry/podDoors.ts";
import type { Network } from "../machines/machines.ts";
import type { NodePod } from "../pods/podParts.ts";
import type { RunningProgram, TlsIdentity } from "../programs/program.ts";
import type { FetchedMessage, FetchMessage } from "../shell/messages.ts";
import type { ClusterView, Protocol } from "./clusterView.ts";
import { dnsRecords, type NameQuestion } from "./dnsRecords.ts";
import { exchangeOver, HttpConnections } from "./httpConnections.ts";
import { isConnectionAllowed } from "./networkPolicies.ts";
import { resolveName } from "./resolveName.ts";
import { endpointFor, endpointsBehind, type ServiceDoor } from "./serviceEndpoints.ts";

/** Where something listens: a port of a pod. */
interface Place {
  readonly pod: Pod;
  readonly port: number;
}

/** A program and its container. */
export interface ContainerProgram {
  readonly container: string;
  readonly program: RunningProgram;
}

export interface SandboxNetworkParts {
  readonly view: ClusterView;
  /** The programs that run in a pod. */
  programs(pod: Pod): readonly ContainerProgram[];
  /** A container of a pod has answered a request. */
  answered(pod: Pod, container: string): void;
}

const NOTHING = new Uint8Array();

/** No program answers; the message is in the words of a client. */
export class NoAnswer extends Error {}

/**
 * The network between simulated pods: names, the virtual addresses of services behind which ready pods take turns, and the
 * programs that listen. It reaches nothing outside of the sandbox.
 */
export class SandboxNetwork implements Network {
  readonly #parts: SandboxNetworkParts;
  readonly #connections = new HttpConnections();
  #turn = 0;

  constructor(parts: SandboxNetworkParts) {
    this.#parts = parts;
  }

  resolve(from: NodePod | undefined, host: string): readonly string[] {
    return resolveName(this.#parts.view, from?.metadata.namespace ?? "", host);
  }

  records({ metadata }: NodePod, question: NameQuestion): readonly string[] {
    return dnsRecords(this.#parts.view, metadata.namespace ?? "", question);
  }

  connect(from: NodePod, host: string, port: number): string {
    const [address] = this.resolve(from, host);
    if (address === undefined) return "bad address";
    const place = this.#place(from, address, port);
    if (place !== undefined && !this.#mayReach(from, place)) return "Connection timed out";
    return place !== undefined && this.#listener(place) !== undefined ? "" : "Connection refused";
  }

  async exchange(
    from: NodePod,
    host: string,
    port: number,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const [address] = this.resolve(from, host);
    const place = address === undefined ? undefined : this.#place(from, address, port);
    if (place === undefined || !this.#mayReach(from, place) || !this.listens(place.pod, place.port)) return NOTHING;
    const client = from.status?.podIP ?? "";
    const connection = this.#connections.open(
      (request) =>
        this.request(place.pod, {
          ...request,
          port: place.port,
          headers: { "x-forwarded-for": client, ...request.headers },
        }),
      this.tls(place.pod, place.port),
    );
    return exchangeOver(connection, bytes, signal);
  }

  async fetch(from: NodePod | undefined, request: FetchMessage): Promise<FetchedMessage> {
    const url = new URL(request.url);
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    const [address] = this.resolve(from, url.hostname);
    if (address === undefined) throw new NoAnswer(`Could not resolve host: ${url.hostname}`);
    const refused = `Failed to connect to ${url.hostname} port ${port} after 0 ms: Couldn't connect to server`;
    const place = this.#place(from, address, port);
    // What a policy does not let through gets no refusal: it times out.
    if (place !== undefined && !this.#mayReach(from, place)) {
      throw new NoAnswer(`Connection timed out: ${url.hostname} port ${port} does not answer`);
    }
    const client = from?.status?.podIP ?? "";
    const response =
      place &&
      (await this.request(place.pod, {
        port: place.port,
        method: request.method,
        path: url.pathname + url.search,
        headers: { host: url.host, "x-forwarded-for": client, ...request.headers },
        body: request.body,
      }));
    if (response === undefined) throw new NoAnswer(refused);
    return response;
  }

  datagram(from: NodePod, host: string, port: number, text: string): string | undefined {
    const [address] = this.resolve(from, host);
    const place = address === undefined ? undefined : this.#place(from, address, port, "UDP");
    if (place === undefined || !this.#mayReach(from, place)) return undefined;
    for (const { program } of this.#parts.programs(place.pod)) {
      const answer = program.hear?.({ port: place.port, from: from.status?.podIP ?? "", text });
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  /** Sends a request to a pod at one of its ports; undefined where no program listens, or it does not speak HTTP. */
  async request(pod: Pod, request: PodRequest): Promise<PodResponse | undefined> {
    const listener = this.#listener({ pod, port: request.port });
    if (listener === undefined) return undefined;
    this.#parts.answered(pod, listener.container);
    return listener.program.handle?.(request);
  }

  /** What the program at a port of a pod shows its clients; undefined where it does not speak TLS. */
  tls(pod: Pod, port: number): Promise<TlsIdentity> | undefined {
    return this.#listener({ pod, port })?.program.tls?.(port);
  }

  /** Whether something in a pod takes connections at a port. */
  listens(pod: Pod, port: number): boolean {
    return this.#listener({ pod, port }) !== undefined;
  }

  #mayReach(from: NodePod | undefined, { pod, port }: Place): boolean {
    // Nothing holds up what comes from the nodes.
    if (from === undefined) return true;
    const isOwn = pod.metadata?.uid === from.metadata.uid;
    return isOwn || isConnectionAllowed({ from: from as Pod, to: pod, port }, this.#parts.view);
  }

  #listener({ pod, port }: Place): ContainerProgram | undefined {
    return this.#parts.programs(pod).find(({ program }) => program.listens?.(port) === true);
  }

  #place(from: NodePod | undefined, address: string, port: number, protocol: Protocol = "TCP"): Place | undefined {
    const { view } = this.#parts;
    const isOwn = address === "127.0.0.1" || address === "::1";
    const node = isOwn && from?.spec.hostNetwork === true ? from.status?.hostIP : address;
    const hosted = node !== undefined && view.isNode(node) ? this.#onHost(node, address, port, protocol) : undefined;
    if (hosted !== undefined) return hosted;
    if (isOwn) return from && { pod: from as Pod, port };
    const client = from?.status?.podIP ?? "";
    const service = view.serviceAt(address);
    if (service !== undefined) return this.#behind({ service, port, isNodePort: false }, protocol, client);
    const onNodes = view.isNode(address) ? view.serviceOnNodes(port, protocol) : undefined;
    if (onNodes !== undefined) return this.#behind({ service: onNodes, port, isNodePort: true }, protocol, client);
    const pods = view.podsAt(address);
    const pod = pods.find((each) => this.listens(each, port)) ?? pods[0];
    return pod === undefined ? undefined : { pod, port };
  }

  /** The pod on a node that has a port of the node: at any of the node's addresses, or at this one. */
  #onHost(node: string, address: string, port: number, protocol: Protocol): Place | undefined {
    for (const pod of this.#parts.view.podsOnNode(node)) {
      for (const each of (pod.spec?.containers ?? []).flatMap(({ ports = [] }) => ports)) {
        if (each.hostPort !== port || (each.protocol ?? "TCP") !== protocol) continue;
        const isThere = each.hostIP === undefined || ["", "0.0.0.0", "::", address].includes(each.hostIP);
        if (isThere) return { pod, port: each.containerPort };
      }
    }
    return undefined;
  }

  /** One of the ready endpoints of a service: in turn, or always the same for a client where the service wants that. */
  #behind(door: ServiceDoor, protocol: Protocol, client: string): Place | undefined {
    const { view } = this.#parts;
    const endpoints = endpointsBehind(view, door, protocol);
    if (endpoints.length === 0) return undefined;
    this.#turn = (this.#turn + 1) % endpoints.length;
    const isSticky = door.service.spec?.sessionAffinity === "ClientIP";
    const chosen = isSticky ? endpointFor(client, endpoints) : endpoints[this.#turn];
    const [pod] = chosen === undefined ? [] : view.podsAt(chosen.address);
    return chosen && pod && { pod, port: chosen.port };
  }
}
