import type { Duplex } from "node:stream";
import type { Pod } from "kubernetes-types/core/v1";
import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient } from "../../api/client/apiClient.ts";
import type { Features } from "../../api/registry/features.ts";
import {
  AGENT_PORT,
  type ContainerAccess,
  type PlacedPod,
  type PodAccess,
  type PodRequest,
  type PodResponse,
} from "../../api/registry/podAccess.ts";
import { narrow } from "../../api/registry/strategies/narrow.ts";
import type { Family } from "../../ground/formats/addresses/addresses.ts";
import { GROUP_AUTHENTICATED, type Identity } from "../../ground/rights/identity.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { API_VERSION } from "../../serving/endpoints/nonResource/version.ts";
import { EventRecorder } from "../events/eventRecorder.ts";
import { type Followed, followAfter } from "../informers/followAfter.ts";
import type { Following, Informers } from "../informers/informers.ts";
import { keyOf } from "../informers/objectKey.ts";
import type { Troubles } from "../trouble/troubles.ts";
import { nodeOf } from "../volumes/attachable.ts";
import { CLAIMS, VOLUMES } from "../volumes/kinds.ts";
import { claimKeysOf } from "../volumes/usedClaims.ts";
import type { WorkLedger } from "./load/requestedWork.ts";
import { diskKey } from "./machines/describeMachine.ts";
import { Shells } from "./machines/shells.ts";
import type { ApiServerEndpoint } from "./network/apiServerEndpoint.ts";
import { clusterView } from "./network/clusterView.ts";
import { HttpConnections } from "./network/httpConnections.ts";
import { NoAnswer } from "./network/noAnswer.ts";
import { type NodeServer, type NodeTarget, proxyServer } from "./network/nodeServers.ts";
import { type ContainerProgram, SandboxNetwork } from "./network/sandboxNetwork.ts";
import { NodeAgent } from "./nodeAgent.ts";
import type { NodeAgentParts } from "./nodeAgentParts.ts";
import { placeOf } from "./nodeNames.ts";
import type { NodeProfile } from "./nodeProfile.ts";
import { nodeTroubles } from "./nodeTroubles.ts";
import { servicesFor } from "./pods/environment/servicesFor.ts";
import type { PodLife } from "./pods/podLife.ts";
import { localIdentity } from "./programs/testImage/localIdentity.ts";
import { programTime } from "./programTime.ts";

/** The port on a node's loopback address that serves the agent's health. */
const HEALTH_PORT = 10_248;

/** CPU time that a program uses to answer a request, in milliseconds. */
const REQUEST_WORK = 20;

const PODS = { group: "", resource: "pods" };
const NODES = { group: "", resource: "nodes" };

export interface SimulatedNodesParts {
  /** The number of nodes. */
  readonly count: number;
  /** The IP families of their addresses, the primary one first. Default: IPv4. */
  readonly families?: readonly Family[] | undefined;
  /** The DNS server for pods. Default: its address in the default service CIDR. */
  readonly nameServer?: string | undefined;
  readonly profile: NodeProfile;
  readonly vocabulary: Vocabulary;
  readonly informers: Informers;
  readonly timers: Timers;
  /** Feature gates. Default: their defaults. */
  readonly features?: Features | undefined;
  /** The registry in which nodes register the failures that users can cause. */
  readonly troubles?: Troubles | undefined;
  /** The connection of pods to the API server; absent when they cannot reach it. */
  readonly server?: ApiServerEndpoint | undefined;
  /** Records the work of containers for requests; deleted pods are dropped from it. */
  readonly work: WorkLedger;
  clientFor(identity: Identity, userAgent: string): ApiClient;
  /** Milliseconds since the epoch, by the sandbox's clock and by real time. */
  now(): number;
  realNow(): number;
  onError(error: unknown, node: string, key: string): void;
}

/** Nodes without machines: their agents run inside the server, as clients of its API like any other. */
export class SimulatedNodes implements PodAccess {
  readonly #agents: ReadonlyMap<string, NodeAgent>;
  readonly #shells = new Shells();
  readonly #network: SandboxNetwork;
  readonly #connections = new HttpConnections();
  readonly #informers: Informers;
  readonly #missingImages = new Set<string>();
  readonly #failingProbes = new Set<string>();
  readonly #following: Followed[];
  #followsSources = false;

  constructor(parts: SimulatedNodesParts) {
    const { informers, vocabulary } = parts;
    this.#informers = informers;
    const view = clusterView(informers, vocabulary);
    this.#network = new SandboxNetwork({
      view,
      nodeServer: (target) => this.#nodeServer(target) ?? proxyServer(view, target, parts.now),
      server: parts.server,
      isConnected: ({ spec }) => this.#agents.get(spec.nodeName ?? "")?.isConnected ?? false,
      programs: (pod) => this.#programs(pod),
      answered: ({ metadata }, container) => parts.work.add(metadata?.uid ?? "", container, REQUEST_WORK, parts.now()),
    });
    parts.troubles?.register(
      nodeTroubles({
        agent: (name) => this.#agents.get(name),
        pod: (namespace, name) => this.#life(informers.of<Pod>(PODS).get(namespace, name)),
        missingImages: this.#missingImages,
        failingProbes: this.#failingProbes,
      }),
    );
    const shared: SharedParts = {
      isMissing: (image) => this.#missingImages.has(image),
      probesFail: (key) => this.#failingProbes.has(key),
      podsOn: (node) => informers.of(PODS).by(nodeOf, node),
      shells: this.#shells,
      network: this.#network,
      servicesFor: (pod) => servicesFor(informers, vocabulary, pod),
      followSources: () => this.#followSources(),
    };
    const agents = Array.from({ length: parts.count }, (_, i) => agentOf(parts, shared, i + 1));
    this.#agents = new Map(agents.map((agent) => [agent.name, agent]));
    for (const agent of agents) agent.start();
    const pods = informers.of(PODS);
    const indexed = Promise.all([pods.indexed(nodeOf), pods.indexed(claimKeysOf), view.indexed()]);
    const takePods = (): Following =>
      pods.follow(({ type, object }) => {
        if (type === "deleted") parts.work.forget(object.metadata.uid ?? "");
        this.#take(object, type === "deleted");
      });
    const takeClaims = (): Following =>
      informers.of(CLAIMS).follow(({ object }) => {
        const users = pods.by(claimKeysOf, keyOf(object)).flatMap(nodeOf);
        for (const node of new Set(users)) this.#agents.get(node)?.takeClaim(object);
      });
    this.#following = [
      followAfter(indexed, takePods),
      followAfter(indexed, takeClaims),
      informers.of(NODES).follow(({ object }) => this.#agents.get(object.metadata.name ?? "")?.takeNode()),
      informers.of(VOLUMES).follow(({ type, object }) => {
        if (type === "deleted") this.#shells.drop(diskKey(object.metadata.name ?? ""));
      }),
    ];
  }

  reaches(node: string): boolean {
    return this.#agents.has(node);
  }

  container({ node, namespace, name }: PlacedPod, container: string): ContainerAccess | undefined {
    const life = this.#agents.get(node)?.pod(namespace, name);
    return life?.containers.find((each) => each.name === container);
  }

  async request({ namespace, name }: PlacedPod, request: PodRequest): Promise<PodResponse | undefined> {
    const pod = this.#informers.of<Pod>(PODS).get(namespace, name);
    return pod && this.#network.request(pod, request);
  }

  dial({ namespace, name }: PlacedPod, port: number): Duplex | undefined {
    const pod = this.#informers.of<Pod>(PODS).get(namespace, name);
    if (pod === undefined || !this.#network.listens(pod, port)) return undefined;
    const answer = (request: Omit<PodRequest, "port">) => this.#network.request(pod, { ...request, port });
    return this.#connections.open(answer, this.#network.tls(pod, port));
  }

  async requestNode(node: string, { port, path, ...request }: PodRequest): Promise<PodResponse | undefined> {
    const agent = this.#agents.get(node);
    if (agent === undefined || !agent.isConnected) return undefined;
    if (port === AGENT_PORT) return agent.server.answer({ ...request, path });
    const [address = ""] = agent.addresses;
    const url = `http://${address.includes(":") ? `[${address}]` : address}:${port}${path}`;
    return this.#network.fetch(undefined, { ...request, url }, new AbortController().signal).catch(withoutAnswer);
  }

  async stop(): Promise<void> {
    for (const following of this.#following) void following.stop();
    await Promise.all([...this.#agents.values()].map((agent) => agent.stop()));
    await this.#shells.stop();
  }

  /** Notifies the agents of changed config maps and secrets. Called when a volume with such content is first used. */
  #followSources(): void {
    if (this.#followsSources) return;
    this.#followsSources = true;
    for (const resource of ["configmaps", "secrets"]) {
      const following = this.#informers.of({ group: "", resource }).follow(({ object }) => {
        for (const agent of this.#agents.values()) agent.sourceChanged(`${resource}/${keyOf(object)}`);
      });
      this.#following.push(following);
    }
  }

  /**
   * The agent's own server at a node's port. It authenticates clients, except for health requests from the node itself.
   */
  #nodeServer({ node, port, isLoopback }: NodeTarget): NodeServer | undefined {
    const agent = this.#agents.get(node);
    if (agent === undefined || !agent.isConnected) return undefined;
    if (port === AGENT_PORT) {
      return { tls: localIdentity(), answer: (request) => agent.server.answerClient(request) };
    }
    const isHealth = port === HEALTH_PORT && isLoopback;
    return isHealth ? { answer: (request) => agent.server.answer({ ...request, path: "/healthz" }) } : undefined;
  }

  #life(pod: Pod | undefined): PodLife | undefined {
    const { metadata, spec } = pod ?? {};
    return this.#agents.get(spec?.nodeName ?? "")?.pod(metadata?.namespace ?? "", metadata?.name ?? "");
  }

  #programs(pod: Pod): ContainerProgram[] {
    const life = this.#life(pod);
    return (life?.containers ?? []).flatMap(({ name, program }) =>
      program === undefined ? [] : [{ container: name, program }],
    );
  }

  #take(pod: ApiObject, deleted: boolean): void {
    const agent = this.#agents.get(narrow<Pod>(pod).spec?.nodeName ?? "");
    if (deleted) agent?.remove(keyOf(pod));
    else agent?.take(pod);
  }
}

/** Ignores a {@link NoAnswer}. @throws every other error */
function withoutAnswer(error: unknown): undefined {
  if (!(error instanceof NoAnswer)) throw error;
}

/** The dependencies that all agents share. */
interface SharedParts
  extends Pick<NodeAgentParts, "shells" | "network" | "servicesFor" | "followSources" | "isMissing" | "probesFail"> {
  podsOn(node: string): readonly ApiObject[];
}

function agentOf(parts: SimulatedNodesParts, shared: SharedParts, number: number): NodeAgent {
  const { vocabulary, informers, profile, timers, now, realNow } = parts;
  const place = placeOf(number, parts.families);
  const username = `system:node:${place.name}`;
  const identity = { username, groups: ["system:nodes", GROUP_AUTHENTICATED], extra: {} };
  const component = vocabulary.render("{prefix}let");
  const client = parts.clientFor(identity, `${component}/${API_VERSION.gitVersion}`);
  const onError = (error: unknown, key: string): void => parts.onError(error, place.name, key);
  return new NodeAgent({
    ...shared,
    pods: () => shared.podsOn(place.name),
    work: parts.work,
    client,
    informers,
    vocabulary,
    features: parts.features,
    place,
    nameServer: parts.nameServer ?? "10.96.0.10",
    profile,
    time: programTime(timers, now, realNow),
    recorder: new EventRecorder({ client, component, host: place.name, now, onError }),
    onError,
  });
}
