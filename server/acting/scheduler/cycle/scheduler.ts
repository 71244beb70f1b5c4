import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { ApiClient } from "../../../api/client/apiClient.ts";
import type { PauseGate } from "../../../ground/timing/pauseGate.ts";
import { turnIfSpent } from "../../../ground/turns/turns.ts";
import type { SeriesRecorder } from "../../events/seriesRecorder.ts";
import { bindPod } from "../binding/bindPod.ts";
import { writePodStatus } from "../binding/podStatus.ts";
import type { NodeInfo } from "../cache/nodeInfo.ts";
import type { SchedulerCache } from "../cache/schedulerCache.ts";
import { diagnosisText } from "../framework/diagnosis.ts";
import type { Reservation } from "../framework/plugin.ts";
import type { Profile } from "../framework/profile.ts";
import { type PodInfo, podInfo } from "../model/podInfo.ts";
import type { Preemption } from "../preemption/preemption.ts";
import type { Nominator } from "../queue/nominator.ts";
import type { QueuedPod, SchedulingQueue } from "../queue/schedulingQueue.ts";
import type { PodScheduler } from "./schedulePod.ts";

export interface SchedulerParts {
  readonly client: ApiClient;
  readonly profiles: ReadonlyMap<string, Profile>;
  readonly recorders: ReadonlyMap<string, SeriesRecorder>;
  readonly cache: SchedulerCache;
  readonly queue: SchedulingQueue;
  readonly nominator: Nominator;
  readonly podScheduler: PodScheduler;
  readonly preemption: Preemption;
  /** The pod as the API shows it now. */
  currentPod(pod: PodInfo): PodInfo | undefined;
  /** A gate that each pod passes before a node is searched. */
  readonly gate: PauseGate | undefined;
  now(): number;
  onError(error: unknown, key: string): void;
}

/**
 * Maximum number of concurrent bindings: all that wait for the same commit resume in the same tick of the event loop.
 */
const BINDINGS = 16;

interface Failure {
  readonly reason: "Unschedulable" | "SchedulerError";
  /** The rejecting plugins; empty to retry soon, without waiting for an event. */
  readonly rejectedBy: ReadonlySet<string>;
  readonly message: string;
  /** The nominated node for the pod; empty for none, undefined to leave it unchanged. */
  readonly nominatedNode: string | undefined;
}

/**
 * Takes pods from the queue one at a time and finds a node for each. Binding then continues in the background: from
 * that moment, the pod counts as placed on its node. The loop yields to other work in between.
 */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #bindings = new Set<Promise<void>>();
  /** Bindings that are not waiting for volumes. */
  readonly #writing = new Set<Promise<void>>();
  #wake: (() => void) | undefined;
  #isStopped = false;
  #isIdle = false;
  #idleWaiters: (() => void)[] = [];
  #running: Promise<void> | undefined;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Called when there may be a pod in the queue. */
  ready(): void {
    this.#wake?.();
  }

  /** Resolves when no pod can be popped and no binding is in progress. */
  async idle(): Promise<void> {
    while (!this.#isStopped && !(this.#isIdle && this.#bindings.size === 0)) {
      if (this.#isIdle) await Promise.all(this.#bindings);
      else await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake?.();
    this.#parts.gate?.releaseAll();
    await this.#running;
    await Promise.all(this.#bindings);
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      // The gate is passed before a pod is popped: while it is paused, the pod may still change.
      if (this.#parts.gate?.isPaused === true && this.#parts.queue.sizes.active > 0) {
        await this.#parts.gate.pass();
        if (this.#isStopped) break;
      }
      const queued = this.#parts.queue.pop();
      if (queued === undefined) {
        await this.#untilReady();
        continue;
      }
      try {
        await this.#try(queued);
      } catch (error) {
        this.#parts.onError(error, queued.pod.key);
        this.#parts.queue.failed(queued, new Set());
      }
      while (this.#writing.size >= BINDINGS) await Promise.race(this.#writing);
      await turnIfSpent();
    }
    for (const wake of this.#idleWaiters.splice(0)) wake();
  }

  async #untilReady(): Promise<void> {
    this.#isIdle = true;
    for (const wake of this.#idleWaiters.splice(0)) wake();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (this.#isStopped) resolve();
    });
    this.#wake = undefined;
    this.#isIdle = false;
  }

  async #try(queued: QueuedPod): Promise<void> {
    const { cache, queue, podScheduler, profiles, preemption } = this.#parts;
    const { pod } = queued;
    const profile = profiles.get(pod.spec.schedulerName ?? "");
    if (profile === undefined || cache.isAssumed(pod.key)) {
      queue.delete(pod.key);
      return;
    }
    if (pod.isTerminating) {
      this.#recordEvent(pod, "Warning", "FailedScheduling", `skip schedule deleting pod: ${pod.key}`, "Scheduling");
      queue.delete(pod.key);
      return;
    }
    if (cache.nodes.length === 0) {
      const message = "no nodes available to schedule pods";
      await this.#fail(queued, { ...NO_NODE, message });
      return;
    }
    const placement = podScheduler.schedule(profile, pod);
    if (placement.node !== undefined) {
      await this.#place(profile, queued, placement.node);
      return;
    }
    const { diagnosis, filters } = placement;
    const outcome = await preemption.makeRoom(profile, pod, diagnosis, filters);
    const message = diagnosisText(diagnosis, outcome.message);
    const { rejectedBy } = diagnosis;
    await this.#fail(queued, { reason: "Unschedulable", rejectedBy, message, nominatedNode: outcome.node });
  }

  /** Reserves what the pod needs, and starts to bind it. */
  async #place(profile: Profile, queued: QueuedPod, node: NodeInfo): Promise<void> {
    const { cache, queue, nominator } = this.#parts;
    const { pod } = queued;
    const reservations: Reservation[] = [];
    let step = "";
    try {
      for (const plugin of profile.reservers) {
        step = plugin.name;
        const reservation = plugin.reserve?.(pod, node);
        if (reservation !== undefined) reservations.push(reservation);
      }
    } catch (error) {
      release(reservations);
      const message = `running Reserve plugin ${JSON.stringify(step)}: ${messageOf(error)}`;
      await this.#fail(queued, { ...SCHEDULER_ERROR, message });
      return;
    }
    const assumed = podInfo(pod.object, node.name);
    cache.assume(assumed);
    nominator.delete(pod.key);
    queue.placed(queued);
    const binding = this.#bind(queued, assumed, reservations).catch((error: unknown) =>
      this.#parts.onError(error, pod.key),
    );
    this.#bindings.add(binding);
    void binding.then(() => this.#bindings.delete(binding));
  }

  async #bind(queued: QueuedPod, pod: PodInfo, reservations: readonly Reservation[]): Promise<void> {
    const { client, cache, queue } = this.#parts;
    let step = "PreBind";
    try {
      for (const reservation of reservations) await reservation.prepare();
      step = "Bind";
      const writing = bindPod(client, pod, pod.nodeName);
      const ended = writing.catch(() => undefined).then(() => void this.#writing.delete(ended));
      this.#writing.add(ended);
      await writing;
    } catch (error) {
      release(reservations);
      cache.forget(pod.key);
      // The next scheduler will try again.
      if (this.#isStopped) return;
      queue.move({ kind: "PodDelete", pod });
      const plugin = step === "Bind" ? "DefaultBinder" : "VolumeBinding";
      const message = `running ${step} plugin ${JSON.stringify(plugin)}: ${messageOf(error)}`;
      await this.#fail(queued, { ...SCHEDULER_ERROR, message });
      return;
    }
    queue.delete(pod.key);
    const message = `Successfully assigned ${pod.key} to ${pod.nodeName}`;
    this.#recordEvent(queued.pod, "Normal", "Scheduled", message, "Binding");
  }

  /** Puts a pod back into the queue, and reports why. */
  async #fail(queued: QueuedPod, { reason, rejectedBy, message, nominatedNode }: Failure): Promise<void> {
    const { client, queue, nominator, currentPod, now, onError } = this.#parts;
    const pod = currentPod(queued.pod);
    if (pod !== undefined && pod.nodeName === "") {
      queued.pod = pod;
      queue.failed(queued, rejectedBy);
      if (nominatedNode !== undefined) nominator.set(pod, nominatedNode);
    } else queue.delete(queued.pod.key);
    this.#recordEvent(queued.pod, "Warning", "FailedScheduling", message, "Scheduling");
    if (pod === undefined) return;
    const condition = { type: "PodScheduled", status: "False", reason, message } as const;
    try {
      await writePodStatus(client, pod, condition, nominatedNode, now());
    } catch (error) {
      onError(error, pod.key);
    }
  }

  #recordEvent(pod: PodInfo, type: "Normal" | "Warning", reason: string, message: string, action: string): void {
    this.#parts.recorders.get(pod.spec.schedulerName ?? "")?.record(pod.object, { type, reason, message, action });
  }
}

const NO_PLUGINS: ReadonlySet<string> = new Set();
const NO_NODE = { reason: "Unschedulable", rejectedBy: NO_PLUGINS, nominatedNode: "" } as const;
const SCHEDULER_ERROR = { reason: "SchedulerError", rejectedBy: NO_PLUGINS, nominatedNode: "" } as const;

function release(reservations: readonly Reservation[]): void {
  for (const reservation of [...reservations].reverse()) reservation.release();
}
