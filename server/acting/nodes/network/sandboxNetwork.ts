import type { Duplex } from "node:stream";
import type { Pod } from "kubernetes-types/core/v1";
import type { PodRequest, PodResponse } from "../../../api/registry/podAccess.ts";
import { familyOf } from "../../../ground/formats/addresses/addresses.ts";
import type { Network } from "../machines/machines.ts";
import type { NodePod } from "../pods/podParts.ts";
import type { Datagram, Protocol, RunningProgram, TlsIdentity } from "../programs/program.ts";
import type { FetchedMessage, FetchMessage } from "../shell/messages.ts";
import type { ApiServerEndpoint } from "./apiServerEndpoint.ts";
import type { ClusterView } from "./clusterView.ts";
import { dnsRecords, type NameQuestion } from "./dnsRecords.ts";
import { fetchOver } from "./fetchOver.ts";
import { exchangeOver, HttpConnections } from "./httpConnections.ts";
import { type Connection, isConnectionAllowed } from "./networkPolicies.ts";
import { NoAnswer } from "./noAnswer.ts";
import type { NodeServer, NodeTarget } from "./nodeServers.ts";
import { LOST, type Place, Places, type PodPlace } from "./places.ts";
import { resolveName } from "./resolveName.ts";

/** A program, with the container that runs it. */
export interface ContainerProgram {
  readonly container: string;
  readonly program: RunningProgram;
}

export interface SandboxNetworkParts {
  readonly view: ClusterView;
  /** The connection to the API server; absent when pods cannot reach it. */
  readonly server?: ApiServerEndpoint | undefined;
  /** Whether the node of a pod is connected to the API server. */
  isConnected?(pod: NodePod): boolean;
  /** The node's own server at a port. */
  nodeServer?(target: NodeTarget): NodeServer | undefined;
  /** The programs that run in a pod. */
  programs(pod: Pod): readonly ContainerProgram[];
  /** Called when a container of a pod has answered a request. */
  answered(pod: Pod, container: string): void;
}

const NOTHING = new Uint8Array();

/**
 * The network between simulated pods: names, virtual addresses of services that rotate through ready pods, and
 * listening programs. The only thing that it reaches outside of the sandbox is the API server itself.
 */
export class SandboxNetwork implements Network {
  readonly #parts: SandboxNetworkParts;
  readonly #connections = new HttpConnections();
  readonly #places: Places;

  constructor(parts: SandboxNetworkParts) {
    this.#parts = parts;
    this.#places = new Places({ ...parts, listens: (pod, port) => this.listens(pod, port) });
  }

  resolve(from: NodePod | undefined, host: string): readonly string[] {
    return resolveName(this.#parts.view, from?.metadata.namespace ?? "", host);
  }

  records({ metadata }: NodePod, question: NameQuestion): readonly string[] {
    return dnsRecords(this.#parts.view, metadata.namespace ?? "", question);
  }

  connect(from: NodePod | undefined, host: string, port: number, protocol: Protocol = "TCP"): string {
    const [address] = this.resolve(from, host);
    if (address === undefined) return "bad address";
    const place = this.#find(from, address, port, protocol);
    if (place === LOST) return "Connection timed out";
    return place !== undefined && this.#isOpen(place, protocol) ? "" : "Connection refused";
  }

  async exchange(
    from: NodePod,
    host: string,
    port: number,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const [address] = this.resolve(from, host);
    const place = address === undefined ? undefined : this.#find(from, address, port);
    if (place === undefined || place === LOST || !this.#isOpen(place)) return NOTHING;
    return exchangeOver(this.#open(from, place), bytes, signal);
  }

  async fetch(
    from: NodePod | undefined,
    request: FetchMessage,
    signal: AbortSignal,
    onPart?: (bytes: Uint8Array) => void,
  ): Promise<FetchedMessage> {
    const url = new URL(request.url);
    const isSecure = url.protocol === "https:";
    const port = Number(url.port || (isSecure ? 443 : 80));
    const [address] = this.resolve(from, request.address ?? url.hostname.replace(/^\[|\]$/g, ""));
    if (address === undefined) throw new NoAnswer(`Could not resolve host: ${url.hostname}`);
    const place = this.#find(from, address, port);
    if (place === LOST) {
      throw new NoAnswer(`Connection timed out: ${url.hostname} port ${port} does not answer`);
    }
    if (place === undefined || !this.#isOpen(place)) {
      throw new NoAnswer(`Failed to connect to ${url.hostname} port ${port} after 0 ms: Couldn't connect to server`);
    }
    if ("nodeServer" in place) return fetchOver(this.#open(from, place), request, { signal, onPart });
    if (!("server" in place) && this.#listener(place)?.program.resets?.(place.port) === true) {
      throw new NoAnswer("Recv failure: Connection reset by peer");
    }
    const speaksTls = "server" in place || this.tls(place.pod, place.port) !== undefined;
    if (speaksTls) return fetchOver(this.#open(from, place), request, { signal, onPart });
    // A program without a TLS identity answers either way.
    const response = await this.request(place.pod, {
      port: place.port,
      method: request.method,
      path: url.pathname + url.search,
      headers: { host: url.host, "x-forwarded-for": from?.status?.podIP ?? "", ...request.headers },
      body: request.body,
    });
    if (response === undefined) throw new NoAnswer("Empty reply from server");
    onPart?.(response.body);
    return response;
  }

  datagram(
    from: NodePod,
    host: string,
    port: number,
    { text, protocol = "UDP" }: Pick<Datagram, "text"> & Partial<Datagram>,
  ): string | undefined {
    const [address] = this.resolve(from, host);
    const place = address === undefined ? undefined : this.#find(from, address, port, protocol);
    if (place === undefined || place === LOST || !("pod" in place)) return undefined;
    for (const { program } of this.#parts.programs(place.pod)) {
      if (program.listensOn?.(place.port, protocol, place.isLoopback) === false) continue;
      const answer = program.receive?.({ protocol, port: place.port, from: from.status?.podIP ?? "", text });
      if (answer !== undefined) return answer;
    }
    return undefined;
  }

  /** Sends a request to a port of a pod; undefined when no program listens there, or it does not speak HTTP. */
  async request(pod: Pod, request: PodRequest): Promise<PodResponse | undefined> {
    const listener = this.#listener({ pod, port: request.port });
    if (listener === undefined) return undefined;
    this.#parts.answered(pod, listener.container);
    return listener.program.handle?.(request);
  }

  /** The TLS identity of the program at a port of a pod; undefined when it does not speak TLS. */
  tls(pod: Pod, port: number): Promise<TlsIdentity> | undefined {
    return this.#listener({ pod, port })?.program.tls?.(port);
  }

  /** Whether a program in a pod listens at a port. */
  listens(pod: Pod, port: number): boolean {
    return this.#listener({ pod, port }) !== undefined;
  }

  /** Opens a connection to a listening program. */
  #open(from: NodePod | undefined, place: Place): Duplex {
    const client = from?.status?.podIP ?? "";
    if ("server" in place) {
      if (this.#parts.server === undefined) throw new NoAnswer("Couldn't connect to server");
      return this.#parts.server.connect(client);
    }
    if ("nodeServer" in place) {
      const { nodeServer } = place;
      return this.#connections.open((request) => nodeServer.answer(request), nodeServer.tls);
    }
    const { pod, port } = place;
    return this.#connections.open(
      (request) => this.request(pod, { ...request, port, headers: { "x-forwarded-for": client, ...request.headers } }),
      this.tls(pod, port),
    );
  }

  #isOpen(place: Place, protocol: Protocol = "TCP"): boolean {
    if (!("pod" in place)) return true;
    if (protocol === "TCP") return this.#listener(place) !== undefined;
    return this.#parts
      .programs(place.pod)
      .some(({ program }) => program.listensOn?.(place.port, protocol, place.isLoopback) === true);
  }

  /** Finds what is at an address. Connections that a policy denies are lost: they time out instead of being refused. */
  #find(from: NodePod | undefined, address: string, port: number, protocol: Protocol = "TCP") {
    const place = this.#places.at(from, address, port, protocol);
    if (place === undefined || place === LOST) return place;
    return this.#mayReach(from, place, { protocol, family: familyOf(address) }) ? place : LOST;
  }

  #mayReach(from: NodePod | undefined, place: Place, how: Pick<Connection, "protocol" | "family">): boolean {
    // Policies do not apply to traffic from nodes.
    if (from === undefined) return true;
    const { view, isConnected } = this.#parts;
    const { port } = place;
    if ("server" in place) {
      const isAllowed = isConnectionAllowed({ from: from as Pod, to: place.server, port, ...how }, view);
      return isAllowed && isConnected?.(from) !== false;
    }
    if ("nodeServer" in place) {
      return isConnectionAllowed({ from: from as Pod, to: place.address, port, ...how }, view);
    }
    const isOwn = place.pod.metadata?.uid === from.metadata.uid;
    return isOwn || isConnectionAllowed({ from: from as Pod, to: place.pod, port, ...how }, view);
  }

  #listener({ pod, port }: PodPlace): ContainerProgram | undefined {
    return this.#parts.programs(pod).find(({ program }) => program.listens?.(port) === true);
  }
}
