import type { Container, ServiceAccountTokenProjection, Volume } from "kubernetes-types/core/v1";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import { sharedAbort } from "../../../ground/timing/signals.ts";
import type { NameQuestion } from "../network/dnsRecords.ts";
import type { NodePod } from "../pods/podParts.ts";
import type { MissingVolume, VolumeSources } from "../pods/volumes/volumes.ts";
import type { MessageProtocol, ProgramTime, Protocol } from "../programs/program.ts";
import type { CallMessage, FetchedMessage, FetchMessage } from "../shell/messages.ts";
import { ContainerMachine } from "./containerMachine.ts";
import { describeMachine, fillVolume, volumeKey } from "./describeMachine.ts";
import { type GivenToken, PodTokens } from "./podTokens.ts";
import { type NodeProgram, programOf, programsIn, spaceOf } from "./processSpaces.ts";
import type { OnPart, Shells } from "./shells.ts";
import { type ContentSources, sourcesOf } from "./volumeContent.ts";

/** The network that programs reach beyond their own pod. */
export interface Network {
  /** Addresses of a name, as seen from a pod. */
  resolve(from: NodePod, host: string): readonly string[];
  /** DNS records of a name, in their text form. */
  records(from: NodePod, question: NameQuestion): readonly string[];
  /** @returns the reason why the connection fails; empty when a program listens there */
  connect(from: NodePod | undefined, host: string, port: number, protocol?: Protocol): string;
  /** @returns the bytes received over the connection; empty when no connection is made */
  exchange(from: NodePod, host: string, port: number, bytes: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * @param from undefined for the node itself
   * @param onPart called with the parts of the response body as they arrive
   * @throws Error with a client's message when no response arrives
   */
  fetch(
    from: NodePod | undefined,
    request: FetchMessage,
    signal: AbortSignal,
    onPart?: OnPart,
  ): Promise<FetchedMessage>;
  /** @returns the reply; undefined without a reply */
  datagram(
    from: NodePod,
    host: string,
    port: number,
    call: { readonly text: string; readonly protocol?: MessageProtocol },
  ): string | undefined;
}

export interface MachinesParts {
  readonly shells: Shells;
  readonly network: Network;
  readonly time: ProgramTime;
  /** A client that acts as the node. */
  readonly client: ApiClient;
  readonly vocabulary: Vocabulary;
  readonly node: string;
  readonly hostAddresses: readonly string[];
  /** The DNS server that pods use. */
  readonly nameServer: string;
  /** The node's allocatable resources, as quantities by resource. */
  readonly allocatable: Readonly<Record<string, string>>;
  sources(pod: NodePod): VolumeSources;
  /** The programs of all containers that run on the node. */
  programs(): readonly NodeProgram[];
  /** Asks for calls of `sourceChanged` from now on. */
  followSources(): void;
}

/** The container whose machine is requested. */
export interface MachineOf {
  readonly pod: () => NodePod;
  readonly container: Container;
  readonly podAddresses: readonly string[];
  readonly env: ReadonlyMap<string, string>;
}

/** The machines of one node's containers. */
export class Machines {
  readonly #parts: MachinesParts;
  readonly #tokens: PodTokens;
  /** Callbacks that replace tokens in open machines. */
  readonly #tokenUsers = new Set<() => void>();
  #renewing: AbortController | undefined;
  /** Callbacks of open machines, by the objects that their volumes are filled from: `configmaps/namespace/name`. */
  readonly #users = new Map<string, Set<() => void>>();

  constructor(parts: MachinesParts) {
    this.#parts = parts;
    this.#tokens = new PodTokens({ time: parts.time, request: (pod, projection) => this.#request(pod, projection) });
  }

  of(wanted: MachineOf): ContainerMachine {
    const { shells, vocabulary, nameServer } = this.#parts;
    const tokens = vocabulary.render("/var/run/secrets/{labelDomain}/serviceaccount");
    let forget: () => void = () => undefined;
    const { workingDir = "", volumeMounts = [] } = wanted.container;
    return new ContainerMachine({
      shells,
      env: wanted.env,
      workingDir,
      hasVolumes: volumeMounts.some(({ mountPath }) => mountPath !== tokens),
      handleCall: (call, signal, onPart) => this.#answer(wanted, call, { signal, onPart }),
      describe: async () => {
        forget = this.#follow(wanted);
        const { container, env } = wanted;
        return describeMachine({ ...this.#describing(wanted), vocabulary, container, env, nameServer });
      },
      closed: () => forget(),
    });
  }

  /** Called when an object that volumes may be filled from has changed. @param key `configmaps/namespace/name` */
  sourceChanged(key: string): void {
    for (const refill of this.#users.get(key) ?? []) refill();
  }

  /**
   * Requests the tokens of a pod's volumes. A node does that when it mounts them, so that they outlast their account.
   * @returns the volumes for which the API issued none; no volumes of a pod that ran before the server's restart
   */
  async missingTokens(pod: NodePod): Promise<readonly MissingVolume[]> {
    const missing: MissingVolume[] = [];
    if (pod.status?.podIP !== undefined) return missing;
    for (const volume of pod.spec.volumes ?? []) {
      for (const projection of tokensOf(volume)) {
        try {
          await this.#tokens.of(pod, projection);
        } catch (error) {
          missing.push({ volume: volume.name, reason: `failed to fetch token: ${messageOf(error)}` });
        }
      }
    }
    return missing;
  }

  /** Drops the volumes of a pod that no longer needs them. */
  dropVolumes(pod: NodePod): void {
    for (const volume of pod.spec.volumes ?? []) {
      const key = volumeKey(volume, { ...this.#parts.sources(pod), pod }, this.#parts.node);
      if (key.startsWith("pod/")) this.#parts.shells.drop(key);
    }
    this.#tokens.forget(pod);
  }

  /**
   * Bytes in the volumes of a pod, by volume name, and bytes of its containers besides their images.
   * @param machines the machines of its running containers
   */
  async storage(pod: NodePod, names: readonly string[], machines: readonly (ContainerMachine | undefined)[]) {
    const { shells, node, sources } = this.#parts;
    const of = { ...sources(pod), pod };
    const named = (pod.spec.volumes ?? []).filter(({ name }) => names.includes(name));
    const numbers = await Promise.all(machines.map(async (each) => (await each?.openNumber?.catch(() => 0)) ?? 0));
    const used = await shells.usage({ machines: numbers, volumes: named.map((each) => volumeKey(each, of, node)) });
    return {
      volumes: new Map(named.map(({ name }, i) => [name, used.volumes[i] ?? 0])),
      machines: numbers.map((_, i) => used.machines[i] ?? 0),
    };
  }

  #describing({ pod, podAddresses }: MachineOf) {
    const { shells, node, hostAddresses, allocatable, sources, time } = this.#parts;
    const now = pod();
    const token = (projection: ServiceAccountTokenProjection): Promise<string> => this.#tokens.of(now, projection);
    const content: ContentSources = { ...sources(now), pod: now, podAddresses, hostAddresses, allocatable, token };
    return { shells, node, sources: content, now: () => time.now() };
  }

  /** Refills volumes when their source objects change. @returns a function that stops this */
  #follow(wanted: MachineOf): () => void {
    const pod = wanted.pod();
    const mounted = new Set((wanted.container.volumeMounts ?? []).map(({ name }) => name));
    const endings = (pod.spec.volumes ?? []).flatMap((volume) => {
      if (!mounted.has(volume.name)) return [];
      const refill = (): void => void fillVolume(volume, this.#describing(wanted)).catch(() => undefined);
      const ofObjects = sourcesOf(volume, pod.metadata.name ?? "").map((source) => {
        const [kind, name] = source.split("/");
        const key = `${kind}/${pod.metadata.namespace}/${name}`;
        if (kind !== "pods") this.#parts.followSources();
        const users = this.#users.get(key) ?? new Set();
        this.#users.set(key, users.add(refill));
        return () => {
          users.delete(refill);
          if (users.size === 0) this.#users.delete(key);
        };
      });
      return [...ofObjects, ...this.#renewTokens(wanted, volume, refill)];
    });
    return () => {
      for (const end of endings) end();
    };
  }

  /**
   * Refills a volume with new tokens before its tokens expire.
   * @returns functions that stop this; empty for a volume without tokens
   */
  #renewTokens(wanted: MachineOf, volume: Volume, refill: () => void): (() => void)[] {
    const projections = tokensOf(volume);
    if (projections.length === 0) return [];
    const renew = (): void => {
      if (projections.some((each) => this.#tokens.isDue(wanted.pod(), each))) refill();
    };
    this.#tokenUsers.add(renew);
    if (this.#renewing === undefined) {
      this.#renewing = sharedAbort();
      void this.#checkTokens(this.#renewing.signal);
    }
    return [
      () => {
        this.#tokenUsers.delete(renew);
        if (this.#tokenUsers.size > 0) return;
        this.#renewing?.abort();
        this.#renewing = undefined;
      },
    ];
  }

  async #checkTokens(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#parts.time.sleep(TOKEN_CHECK_INTERVAL, signal);
      if (!signal.aborted) for (const renew of this.#tokenUsers) renew();
    }
  }

  async #request({ metadata, spec }: NodePod, projection: ServiceAccountTokenProjection): Promise<GivenToken> {
    const { client, vocabulary } = this.#parts;
    const ref = { group: "", version: "v1", resource: "serviceaccounts", subresource: "token" };
    const { namespace = "", name: podName = "", uid = "" } = metadata;
    const { audience, expirationSeconds = 3600 } = projection;
    const answer = await client.create(
      { ...ref, namespace, name: spec.serviceAccountName ?? "default" },
      {
        apiVersion: vocabulary.render("authentication.{domain}/v1"),
        kind: "TokenRequest",
        metadata: {},
        spec: {
          ...(audience === undefined ? {} : { audiences: [audience] }),
          expirationSeconds,
          boundObjectRef: { kind: "Pod", apiVersion: "v1", name: podName, uid },
        },
      },
    );
    const { token = "" } = (answer["status"] ?? {}) as { readonly token?: string };
    const { expirationSeconds: given = expirationSeconds } = (answer["spec"] ?? {}) as { expirationSeconds?: number };
    return { token, life: given * 1000 };
  }

  /**
   * The pod with the addresses that the node assigned to it: the API has them only after the node's next status report.
   */
  #addressed({ pod, podAddresses }: MachineOf): NodePod {
    const now = pod();
    if (now.status?.podIP !== undefined) return now;
    const [hostIP] = this.#parts.hostAddresses;
    const [podIP] = podAddresses;
    return {
      ...now,
      status: {
        ...now.status,
        ...(hostIP === undefined ? {} : { hostIP }),
        ...(podIP === undefined ? {} : { podIP }),
        podIPs: podAddresses.map((ip) => ({ ip })),
      },
    };
  }

  async #answer(
    wanted: MachineOf,
    call: CallMessage,
    { signal, onPart }: { readonly signal: AbortSignal; readonly onPart: OnPart | undefined },
  ): Promise<unknown> {
    const { time, network, node, vocabulary, programs } = this.#parts;
    const from = (): NodePod => this.#addressed(wanted);
    switch (call.name) {
      case "now":
        return time.now();
      case "sleep":
        return time.sleep(Math.min(call.milliseconds, LONGEST), signal);
      case "programs":
        return programsIn(spaceOf(wanted.pod(), wanted.container, node), programs(), { node, vocabulary });
      case "signalProgram": {
        const program = programOf(programs(), call.container);
        program?.signal(call.signal);
        return program !== undefined;
      }
      case "machineOf":
        return programOf(programs(), call.container)?.machine();
      case "resolve":
        return network.resolve(from(), call.host);
      case "records":
        return network.records(from(), call.question);
      case "connect":
        return network.connect(from(), call.host, call.port, call.protocol);
      case "exchange":
        return network.exchange(from(), call.host, call.port, call.bytes, signal);
      case "fetch":
        return network.fetch(from(), call.request, signal, call.inParts === true ? onPart : undefined);
      case "datagram":
        return network.datagram(from(), call.host, call.port, call);
      case "serve":
      case "cancel":
        return undefined;
    }
  }
}

const tokensOf = ({ projected }: Volume): ServiceAccountTokenProjection[] =>
  (projected?.sources ?? []).flatMap(({ serviceAccountToken }) => serviceAccountToken ?? []);

/** Milliseconds between two checks of the tokens' age. */
const TOKEN_CHECK_INTERVAL = 60_000;

/** Longest sleep in milliseconds: the maximum of Node's timers. */
const LONGEST = 2 ** 31 - 1;
