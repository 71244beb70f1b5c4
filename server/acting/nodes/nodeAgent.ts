import type { ApiObject } from "../../../shared/object.ts";
import { decoded } from "../../api/registry/strategies/narrow.ts";
import { sharedAbort } from "../../ground/timing/signals.ts";
import { keyOf } from "../informers/objectKey.ts";
import { NodeAdmission } from "./admission/nodeAdmission.ts";
import { AgentServer } from "./agentServer/agentServer.ts";
import { NodeStorage } from "./disks/nodeStorage.ts";
import { podUsage } from "./eviction/podUsage.ts";
import { PressureEviction } from "./eviction/pressureEviction.ts";
import { Machines } from "./machines/machines.ts";
import type { NodeAgentParts } from "./nodeAgentParts.ts";
import { type NodeFault, NodeFaults, SLOWNESS } from "./nodeFaults.ts";
import { NodePresence } from "./nodePresence.ts";
import { nodePrograms } from "./nodePrograms.ts";
import { ImageStore } from "./pods/images/imageStore.ts";
import { PodAddresses } from "./pods/podAddresses.ts";
import { type PodDependencies, podDependencies } from "./pods/podDependencies.ts";
import { PodLife } from "./pods/podLife.ts";
import type { NodePod } from "./pods/podParts.ts";
import { PodReport } from "./pods/podReport.ts";
import type { ResizeStatus } from "./resizing/podResizing.ts";
import { StorageWatch } from "./storage/storageWatch.ts";

interface Resident {
  readonly uid: string;
  readonly life: PodLife;
  readonly report: PodReport;
}

/** The agent of one simulated node: registers the node, renews its lease, and runs the pods that are placed on it. */
export class NodeAgent {
  readonly #parts: NodeAgentParts;
  readonly #images: ImageStore;
  readonly #addresses: PodAddresses;
  /** Pods that have ended and no longer hold their address, although their status still shows it. */
  readonly #withoutAddress = new WeakSet<PodLife>();
  readonly #machines: Machines;
  readonly #faults = new NodeFaults();
  readonly #admission: NodeAdmission;
  readonly #storage: NodeStorage;
  readonly #residents = new Map<string, Resident>();
  /** Pods whose resize is deferred, because there is no room for the new resources. */
  readonly #waiting = new Set<PodLife>();
  readonly #stopped = sharedAbort();
  #showing: Promise<void> | undefined;
  readonly #presence: NodePresence;
  readonly #eviction: PressureEviction;
  readonly #watch: StorageWatch;
  /** The server at the agent's own port. */
  readonly server: AgentServer;

  constructor(parts: NodeAgentParts) {
    this.#parts = parts;
    this.#images = new ImageStore(parts.time, parts.profile.pullTime, {
      isMissing: (image) => parts.isMissing(image),
      slowness: () => this.#slowness,
    });
    this.#presence = new NodePresence(parts, { faults: this.#faults, images: this.#images });
    this.#addresses = new PodAddresses(parts.place.podAddresses);
    this.#admission = new NodeAdmission({
      ...{ informers: parts.informers, place: parts.place, profile: parts.profile },
      ...{ recorder: parts.recorder, vocabulary: parts.vocabulary, allocatable: this.#allocatable },
      pressures: () => this.#faults.pressures,
      podLives: () => this.#podLives,
    });
    this.#storage = new NodeStorage({ ...parts, name: parts.place.name });
    const { shells, network, time, client, vocabulary, place, nameServer, followSources } = parts;
    this.#machines = new Machines({
      ...{ shells, network, time, client, vocabulary, nameServer, followSources },
      node: place.name,
      hostAddresses: place.addresses,
      allocatable: this.#allocatable,
      sources: (pod) => this.#sources(pod),
      programs: () => nodePrograms(this.#podLives),
    });
    const evicting = { podLives: () => this.#podLives, time, recorder: parts.recorder };
    this.#eviction = new PressureEviction({
      ...evicting,
      ...podUsage(parts, (...of) => this.#machines.storage(...of)),
      recordThreshold: (resource) => this.#presence.recordThreshold(resource),
      onError: (error) => parts.onError(error, this.name),
    });
    this.#watch = new StorageWatch({
      ...evicting,
      storage: (...of) => this.#machines.storage(...of),
      onError: (error) => parts.onError(error, this.name),
      signal: this.#stopped.signal,
    });
    this.server = new AgentServer({
      ...{
        node: this.name,
        informers: parts.informers,
        vocabulary,
        work: parts.work,
        now: time.now,
        nameServer,
        client,
      },
      capacity: parts.profile.capacity,
      podLives: () => this.#podLives,
      storage: (...of) => this.#machines.storage(...of),
    });
  }

  get name(): string {
    return this.#parts.place.name;
  }

  /** One address per IP family. */
  get addresses(): readonly string[] {
    return this.#parts.place.addresses;
  }

  /** Whether the node and the API can reach each other. */
  get isConnected(): boolean {
    return this.#faults.isConnected;
  }

  start(): void {
    this.#showing ??= this.#presence.show(this.#stopped.signal);
  }

  /** The pod with this name that runs here. */
  pod(namespace: string, name: string): PodLife | undefined {
    return this.#residents.get(`${namespace}/${name}`)?.life;
  }

  /** Sets or clears a fault of the node. */
  setFault(fault: NodeFault, isThere: boolean): void {
    this.#faults.set(fault, isThere);
    if (fault === "down") {
      if (isThere) for (const key of [...this.#residents.keys()]) this.forget(key);
      else {
        this.#presence.rebooted();
        this.#catchUp(true);
      }
    } else if (fault === "cutOff") {
      if (!isThere) this.#catchUp(false);
    } else if (fault !== "slow") this.#setPressure();
  }

  /** Takes a new state of a pod that is placed here from the API. */
  take(object: ApiObject, isRestarted = false): void {
    if (!this.#faults.isConnected) return;
    const key = keyOf(object);
    const uid = object.metadata.uid ?? "";
    let resident = this.#residents.get(key);
    if (resident !== undefined && resident.uid !== uid) {
      this.forget(key);
      resident = undefined;
    }
    const pod = decoded<NodePod>(object);
    resident ??= this.#admit(key, uid, pod, isRestarted);
    resident?.life.update(pod);
    if (object.metadata.resourceVersion !== undefined) this.#machines.sourceChanged(`pods/${key}`);
    resident?.report.seen(pod.status);
    this.#resizeWaiting();
    if (isOver(pod) && resident?.life.isOver === true) this.#releaseAddress(resident.life);
    if (isOver(pod)) this.#storage.release(uid);
    else if (resident !== undefined) this.#storage.hold(object);
  }

  /** Called when the API reports a change of the node itself. */
  takeNode(): void {
    this.#storage.nodeChanged();
    this.#presence.nodeChanged();
  }

  /** Called when a claim that pods here use has changed. */
  takeClaim(claim: ApiObject): void {
    this.#storage.claimChanged(claim);
  }

  /** Called when an object that volumes may be filled from has changed. @param key `configmaps/namespace/name` */
  sourceChanged(key: string): void {
    this.#machines.sourceChanged(key);
  }

  /** Called when a pod was deleted from the API. */
  remove(key: string): void {
    this.#residents.get(key)?.life.reportRemoval();
    this.forget(key);
  }

  /** Stops a pod and drops everything about it. */
  forget(key: string): void {
    const resident = this.#residents.get(key);
    if (resident === undefined) return;
    this.#residents.delete(key);
    this.#waiting.delete(resident.life);
    this.#releaseAddress(resident.life);
    void resident.life.forget();
    void resident.report.stop();
    this.#storage.release(resident.uid);
    this.#resizeWaiting();
  }

  /** Frees a pod's address once: another pod may have it afterwards. */
  #releaseAddress(life: PodLife): void {
    const [address] = life.addresses;
    if (address === undefined || this.#withoutAddress.has(life)) return;
    this.#withoutAddress.add(life);
    this.#addresses.release(address);
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#eviction.set(undefined);
    const residents = [...this.#residents.values()];
    this.#residents.clear();
    await Promise.all(residents.map(({ report }) => report.stop()));
    await Promise.all(residents.map(({ life }) => life.forget()));
    await this.#storage.stop();
    await this.#watch.ended();
    await this.#showing;
    await this.#parts.recorder.stop();
  }

  get #allocatable(): Readonly<Record<string, string>> {
    const { capacity, allocatable } = this.#parts.profile;
    return { ...capacity, ...allocatable };
  }

  get #podLives(): readonly PodLife[] {
    return [...this.#residents.values()].map(({ life }) => life);
  }

  get #slowness(): number {
    return this.#faults.has("slow") ? SLOWNESS : 1;
  }

  /** Resizes waiting pods whose new resources fit by now. */
  #resizeWaiting(): void {
    for (const life of [...this.#waiting]) life.resize();
  }

  #mayResize(life: PodLife, pod: NodePod): ResizeStatus {
    const verdict = this.#admission.resize(pod);
    if (verdict === "Deferred") this.#waiting.add(life);
    else this.#waiting.delete(life);
    return verdict;
  }

  /**
   * Takes the API's current state after the node was disconnected.
   * @param isRestarted whether the programs that ran before are gone
   */
  #catchUp(isRestarted: boolean): void {
    if (!this.#faults.isConnected) return;
    const pods = this.#parts.pods();
    const keys = new Set(pods.map(keyOf));
    for (const key of [...this.#residents.keys()]) if (!keys.has(key)) this.forget(key);
    for (const pod of pods) this.take(pod, isRestarted);
    for (const { report } of this.#residents.values()) report.changed();
  }

  /** Reports pressure, and evicts pods while there is some. */
  #setPressure(): void {
    const { onError } = this.#parts;
    void this.#presence.report().catch((error: unknown) => onError(error, this.name));
    const [memory, disk] = [this.#faults.has("memoryPressure"), this.#faults.has("diskPressure")];
    this.#eviction.set(memory ? "memory" : disk ? "ephemeral-storage" : undefined);
  }

  #admit(key: string, uid: string, pod: NodePod, isRestarted: boolean): Resident | undefined {
    const { client, time, onError } = this.#parts;
    if (isOver(pod) && pod.metadata.deletionTimestamp === undefined) return undefined;
    const report = new PodReport(() => this.#residents.get(key)?.life, {
      ...{ client, time, onError },
      mayReport: () => this.#faults.isConnected,
    });
    const life: PodLife = new PodLife(
      pod,
      this.#podDependencies(report, (wanted) => this.#mayResize(life, wanted)),
      isRestarted,
    );
    const [address] = life.addresses;
    // An ended pod that is being deleted may show an address that another pod has by now.
    if (isOver(pod)) this.#withoutAddress.add(life);
    else if (address !== undefined) this.#addresses.keep(address);
    const resident = { uid, life, report };
    this.#residents.set(key, resident);
    this.#watch.take(life);
    if (isOver(pod) || pod.metadata.deletionTimestamp !== undefined) return resident;
    if (address === undefined) this.#admission.admit(life);
    else life.start();
    return resident;
  }

  #podDependencies(report: PodReport, mayResize: (pod: NodePod) => ResizeStatus): PodDependencies {
    const parts = {
      mayResize,
      ...{ machines: this.#machines, images: this.#images, storage: this.#storage, addresses: this.#addresses },
      allocatable: this.#allocatable,
      sources: (pod: NodePod) => this.#sources(pod),
      slowness: () => this.#slowness,
      signal: this.#stopped.signal,
    };
    return podDependencies(this.#parts, parts, () => report.changed());
  }

  /** The objects of a pod's namespace that the pod refers to. */
  #sources({ metadata }: NodePod) {
    const { informers } = this.#parts;
    const get = (resource: string, name: string): ApiObject | undefined =>
      informers.of({ group: "", resource }).get(metadata.namespace ?? "", name);
    return {
      config: (name: string) => get("configmaps", name),
      secret: (name: string) => get("secrets", name),
      boundVolume: (claim: string) => this.#storage.boundVolume(metadata.namespace ?? "", claim),
    };
  }
}

const isOver = ({ status }: NodePod): boolean => status?.phase === "Succeeded" || status?.phase === "Failed";
