import type { Container, PodStatus } from "kubernetes-types/core/v1";
import { timestamp } from "../../../../shared/time.ts";
import { milliseconds } from "../../../ground/timing/milliseconds.ts";
import { sharedAbort } from "../../../ground/timing/signals.ts";
import { PodResizing } from "../resizing/podResizing.ts";
import { ContainerOrder } from "./containerOrder.ts";
import type { ContainerDependencies } from "./containers/containerDependencies.ts";
import { ContainerLife } from "./containers/containerLife.ts";
import { reportStops, stopContainers } from "./containers/stopContainers.ts";
import { reportMissingSecrets } from "./images/pullSecrets.ts";
import { PodDeadline } from "./podDeadline.ts";
import type { PodDependencies } from "./podDependencies.ts";
import { type ContainerRole, type NodePod, roleOfInit } from "./podParts.ts";
import { type PodFailure, podStatus, rejectedStatus } from "./podStatus.ts";
import { resumption } from "./resumption.ts";
import { untilSandbox } from "./untilSandbox.ts";
import { mountVolumes } from "./volumes/mountVolumes.ts";

/** One pod on its node, from its arrival to its end. */
export class PodLife {
  /** The pod as its node runs it: with its allocated resources. */
  #pod: NodePod;
  /** The pod as the API last returned it. */
  #shown: NodePod;
  readonly #resizing: PodResizing | undefined;
  readonly #dependencies: PodDependencies;
  readonly #containers: ContainerLife[];
  /** Aborts when no container may be started any more. */
  readonly #stopping = sharedAbort();
  readonly #order: ContainerOrder;
  /** Aborts when the pod must be dropped. */
  readonly #forgotten = sharedAbort();
  readonly #deadline: PodDeadline;
  readonly #startTime: string;
  #addresses: readonly string[] = [];
  #initialized = false;
  /** Whether the pod gets a new sandbox in place of an earlier one. */
  #isRemade = false;
  #failure: PodFailure | undefined;
  /** Whether all containers of a failed pod have stopped: only then does its status show the failure. */
  #hasStopped = false;
  #isRejected = false;
  #ended: Promise<void> | undefined;
  #termination: Promise<void> | undefined;
  #terminated = false;
  #isDone = false;

  /** @param isRestarted whether programs that the pod's status shows as running no longer run */
  constructor(pod: NodePod, dependencies: PodDependencies, isRestarted = false) {
    this.#dependencies = dependencies;
    this.#shown = pod;
    this.#resizing = this.#resizingOf(pod);
    this.#pod = this.#resizing?.applied(pod) ?? pod;
    const { containers, initContainers = [] } = this.#pod.spec;
    this.#containers = [
      ...initContainers.map((spec) => this.#container(spec, roleOfInit(spec))),
      ...containers.map((spec) => this.#container(spec, "main")),
    ];
    this.#startTime = pod.status?.startTime ?? timestamp(dependencies.time.now());
    const { signal } = this.#stopping;
    this.#order = new ContainerOrder({ pod: () => this.#pod, time: dependencies.time, signal });
    this.#deadline = new PodDeadline(dependencies.time, this.#stopping.signal, () => void this.#exceedDeadline());
    this.#resume(isRestarted);
  }

  get pod(): NodePod {
    return this.#pod;
  }

  get containers(): readonly ContainerLife[] {
    return this.#containers;
  }

  /** One address per IP family; empty until the pod has addresses. */
  get addresses(): readonly string[] {
    return this.#addresses;
  }

  /** Whether the pod is being deleted and everything in it has stopped. */
  get isTerminated(): boolean {
    return this.#terminated;
  }

  /** Whether the node has failed the pod (for instance evicted it). */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** Whether everything in the pod has stopped for good. */
  get isOver(): boolean {
    return this.hasFailed || this.#terminated || this.#isDone;
  }

  get status(): PodStatus {
    // Once the last container has ended, the pod fails for the node's reason, not for that of the container.
    const hasStopped = this.#hasStopped || this.#containers.every(({ isRunning }) => !isRunning);
    const failure = hasStopped ? this.#failure : undefined;
    if (this.#isRejected && failure !== undefined) return rejectedStatus(this.#pod, failure, this.#startTime);
    return podStatus({
      pod: this.#pod,
      parts: this.#containers.map(({ role, status }) => ({
        role,
        status: role === "main" ? (this.#resizing?.shown(status) ?? status) : status,
      })),
      resize: this.#resizing?.status,
      hostAddresses: this.#dependencies.hostAddresses,
      podAddresses: this.#addresses,
      startTime: this.#startTime,
      initialized: this.#initialized,
      isAtEnd: this.#terminated || this.#hasStopped,
      failure,
      includesSandboxCondition: this.#dependencies.includesSandboxCondition,
      now: this.#dependencies.time.now(),
    });
  }

  /** Starts the pod's life on the node. */
  start(): void {
    this.#ended ??= this.#live();
  }

  /** Takes a new state of the pod from the API. */
  update(shown: NodePod): void {
    this.#shown = shown;
    if (!this.isOver && shown.metadata.deletionTimestamp === undefined) this.#resizing?.take(shown);
    const pod = this.#resizing?.applied(shown) ?? shown;
    const isDeadlineNew = pod.spec.activeDeadlineSeconds !== this.#pod.spec.activeDeadlineSeconds;
    this.#pod = pod;
    for (const spec of [...(pod.spec.initContainers ?? []), ...pod.spec.containers]) {
      this.#containers.find(({ name, role }) => role !== "ephemeral" && name === spec.name)?.redefine(spec);
    }
    if (isDeadlineNew && this.#ended !== undefined) this.#watchDeadline();
    for (const spec of pod.spec.ephemeralContainers ?? []) {
      if (this.#containers.some(({ name, role }) => role === "ephemeral" && name === spec.name)) continue;
      const container = this.#container(spec as Container, "ephemeral");
      this.#containers.push(container);
      void container.run(this.#stopping.signal);
    }
    if (pod.metadata.deletionTimestamp !== undefined) this.#termination ??= this.#terminate();
    // Other components set the conditions of its readiness gates.
    else if ((pod.spec.readinessGates ?? []).length > 0) this.#dependencies.changed();
  }

  /** Called when there may be room for the pod's requested resources. */
  resize(): void {
    this.update(this.#shown);
  }

  /**
   * Writes Events that the containers are stopped because the pod is gone: it was deleted without waiting for their
   * end.
   */
  reportRemoval(): void {
    if (this.#termination === undefined) reportStops(this.#containers);
  }

  /** Ends everything immediately, and reports nothing. */
  async forget(): Promise<void> {
    this.#stopping.abort();
    this.#forgotten.abort();
    for (const { program } of this.#containers) program?.signal("KILL");
    await this.#ended;
    this.#dependencies.machines.dropVolumes(this.#pod);
  }

  /** Fails the pod for a reason of the node. @param failure with the grace period of its containers, in milliseconds */
  async fail({ grace = this.#grace, ...failure }: PodFailure & { readonly grace?: number }): Promise<void> {
    if (this.#failure !== undefined) return;
    this.#failure = failure;
    await this.#stop(grace);
    // The container statuses are reported as ended before the pod's status is reported as failed.
    this.#hasStopped = true;
    this.#dependencies.changed();
  }

  /** Rejects the pod: it never starts. */
  reject(reason: string, message: string): void {
    this.#isRejected = true;
    this.#failure = { reason, message };
    this.#hasStopped = true;
    this.#stopping.abort();
    this.#dependencies.changed();
  }

  #resizingOf(pod: NodePod): PodResizing | undefined {
    const { resizing, time } = this.#dependencies;
    if (resizing === undefined) return undefined;
    const around = { time, signal: this.#stopping.signal, containers: () => this.#containers };
    return new PodResizing(pod, { ...resizing, ...around, changed: () => this.#changed() });
  }

  #container(spec: Container, role: ContainerRole): ContainerLife {
    const dependencies = this.#dependencies;
    const around: ContainerDependencies = {
      ...dependencies,
      pod: () => this.#pod,
      address: () => this.#addresses[0] ?? "",
      probesFail: () => dependencies.probesFail(this.#pod),
      credentials: () => dependencies.credentials(this.#pod),
      environment: (container) => dependencies.environment(this.#pod, container, this.#addresses),
      machine: (spec, env) =>
        dependencies.machines.of({ pod: () => this.#pod, container: spec, podAddresses: this.#addresses, env }),
      changed: () => this.#changed(),
    };
    return new ContainerLife(spec, role, around, this.#forgotten.signal);
  }

  /** Reports a change, except between the end of a container that is being replaced and its next start. */
  #changed(): void {
    const isSteady = this.#containers.every(({ isBeingReplaced, isRunning }) => !isBeingReplaced || isRunning);
    if (isSteady || this.#stopping.signal.aborted) this.#dependencies.changed();
  }

  /** Continues where the agent stopped when it last ran. */
  #resume(isRestarted: boolean): void {
    const resumed = resumption(this.#pod, isRestarted);
    if (resumed === undefined) return;
    this.#addresses = resumed.addresses;
    this.#initialized = resumed.initialized;
    this.#isRemade = resumed.isRemade;
    for (const container of this.#containers) {
      const before = resumed.containers.find(({ name }) => name === container.name);
      if (before !== undefined) container.resume(before, isRestarted);
    }
    // An ephemeral container never starts a second time.
    for (const spec of this.#pod.spec.ephemeralContainers ?? []) {
      const before = resumed.ephemeral.find(({ name }) => name === spec.name);
      if (before === undefined) continue;
      const container = this.#container(spec as Container, "ephemeral");
      this.#containers.push(container);
      container.resume(before, isRestarted);
      if (container.state.running !== undefined) void container.run(this.#stopping.signal);
    }
  }

  async #live(): Promise<void> {
    const { signal } = this.#stopping;
    this.#dependencies.changed();
    this.#watchDeadline();
    const pod = (): NodePod => this.#pod;
    await mountVolumes(pod, this.#dependencies, signal);
    reportMissingSecrets(this.#dependencies.recorder, pod(), this.#dependencies.credentials(pod()));
    if (this.#addresses.length === 0) {
      const onAddresses = (addresses: readonly string[]): void => {
        this.#addresses = addresses;
      };
      await untilSandbox({ pod, isRemade: this.#isRemade, onAddresses }, this.#dependencies, signal);
    }
    if (signal.aborted) return;
    this.#dependencies.changed();
    await this.#run();
    const isOver = this.#containers.every(({ role, isRunning }) => role !== "main" || !isRunning);
    if (!signal.aborted && isOver) {
      this.#stopping.abort();
      await stopContainers(this.#containers, this.#grace);
      this.#isDone = true;
    }
  }

  async #run(): Promise<void> {
    if (!(await this.#order.initialize(this.#containers, this.#initialized, this.#isRemade))) return;
    if (!this.#initialized) {
      this.#initialized = true;
      this.#dependencies.changed();
    }
    await this.#order.runMains(this.#containers);
  }

  #watchDeadline(): void {
    const { activeDeadlineSeconds: seconds } = this.#pod.spec;
    this.#deadline.set(seconds === undefined ? undefined : Date.parse(this.#startTime) + seconds * 1000);
  }

  /** Fails the pod because its active deadline has passed. */
  async #exceedDeadline(): Promise<void> {
    const [reason, message] = ["DeadlineExceeded", "Pod was active on the node longer than the specified deadline"];
    this.#dependencies.recorder.record(this.#pod, "Normal", reason, message);
    await this.fail({ reason, message });
  }

  get #grace(): number {
    const { metadata, spec } = this.#pod;
    return milliseconds(metadata.deletionGracePeriodSeconds ?? spec.terminationGracePeriodSeconds ?? 30);
  }

  /** Ends a pod that is being deleted. */
  async #terminate(): Promise<void> {
    await this.#stop(this.#grace);
    this.#terminated = true;
    this.#dependencies.changed();
  }

  /** Stops all containers within the grace period, in milliseconds. */
  async #stop(grace: number): Promise<void> {
    this.#stopping.abort();
    for (const container of this.#containers) container.expectEnd();
    await stopContainers(this.#containers, grace);
    await this.#ended;
  }
}
