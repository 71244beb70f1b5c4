import type { Timers } from "../../../ground/timing/timers.ts";
import type { PodInfo } from "../model/podInfo.ts";
import type { ClusterEvent, EventKind } from "./clusterEvents.ts";
import { Heap } from "./heap.ts";

/** A pod in the queue. */
export interface QueuedPod {
  pod: PodInfo;
  /** Number of scheduling attempts. */
  attempts: number;
  /** The time in milliseconds when it was last enqueued, and its sequence number. */
  since: number;
  order: number;
  /** Plugins that rejected it; empty after an error. */
  rejectedBy: ReadonlySet<string>;
  place: "active" | "backoff" | "unschedulable" | "gated" | "inFlight" | "gone";
}

export interface QueueOptions {
  readonly timers: Timers;
  /** Milliseconds of the first backoff, which doubles with each failure, and of the longest. */
  readonly initialBackoff: number;
  readonly maxBackoff: number;
  /** The plugins that have hints for a kind of event. */
  pluginsInterestedIn(kind: EventKind): Iterable<string>;
  /** Whether an event may help a pod, according to the plugins that rejected it. */
  helps(pod: QueuedPod, event: ClusterEvent): boolean;
  /** Whether scheduling gates hold a pod back. */
  isGated(pod: PodInfo): boolean;
  /** Called when a pod becomes ready to be popped. */
  onReady(): void;
}

/**
 * Milliseconds after which an unschedulable pod is retried even without a helpful event, and how often the queue checks
 * for such pods.
 */
const LONGEST_UNSCHEDULABLE = 5 * 60_000;
const FLUSH_INTERVAL = 30_000;

/**
 * The queue of pods without a node, ordered by priority, then by arrival. A pod that could not be scheduled waits for
 * an event that may help it, and then for the rest of its backoff.
 */
export class SchedulingQueue {
  readonly #options: QueueOptions;
  readonly #pods = new Map<string, QueuedPod>();
  readonly #active = new Heap<Entry>(comesFirst);
  readonly #backoff = new Heap<Entry>((a, b) => a.due < b.due || (a.due === b.due && a.stamp < b.stamp));
  readonly #unschedulable = new Set<QueuedPod>();
  /** Unschedulable pods by the plugins that rejected them, so that an event costs nothing for unrelated pods. */
  readonly #rejectedBy = new Map<string, Set<QueuedPod>>();
  /** Events during a pod's scheduling attempt: the attempt may have missed them. */
  readonly #meanwhile = new Map<QueuedPod, ClusterEvent[]>();
  #arrived = 0;
  #cancelBackoff: (() => void) | undefined;
  #cancelFlush: (() => void) | undefined;
  #stopped = false;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  get(key: string): QueuedPod | undefined {
    return this.#pods.get(key);
  }

  /** The number of pods in each part of the queue. */
  get sizes(): { readonly active: number; readonly backoff: number; readonly unschedulable: number } {
    let active = 0;
    let backoff = 0;
    for (const { place } of this.#pods.values()) {
      if (place === "active") active++;
      else if (place === "backoff") backoff++;
    }
    return { active, backoff, unschedulable: this.#unschedulable.size };
  }

  /** Adds a new pod. */
  add(pod: PodInfo): void {
    if (this.#pods.has(pod.key)) {
      this.update(pod);
      return;
    }
    const queued: QueuedPod = { pod, attempts: 0, since: 0, order: 0, rejectedBy: new Set(), place: "gone" };
    this.#pods.set(pod.key, queued);
    this.#stamp(queued);
    this.#enqueue(queued);
  }

  /** Updates a pod. @param events changes of the pod that may help it */
  update(pod: PodInfo, events: readonly ClusterEvent[] = []): void {
    const queued = this.#pods.get(pod.key);
    if (queued === undefined) {
      this.add(pod);
      return;
    }
    queued.pod = pod;
    if (queued.place === "gated") {
      if (!this.#options.isGated(pod)) this.#enqueue(queued);
    } else if (queued.place === "unschedulable") {
      if (events.some((event) => this.#mayHelp(queued, event))) this.#wake(queued);
    } else if (queued.place === "inFlight") {
      this.#meanwhile.get(queued)?.push(...events);
    } else if (queued.place === "active") {
      // Its priority may have changed, so it is pushed again.
      this.#active.push(entry(queued));
    }
  }

  delete(key: string): void {
    const queued = this.#pods.get(key);
    if (queued === undefined) return;
    this.#pods.delete(key);
    this.#takeOut(queued);
    this.#meanwhile.delete(queued);
    queued.place = "gone";
  }

  /**
   * Removes and returns the next pod. Its attempt must be ended with `failed`, or with `placed` followed by `delete` or
   * `failed`.
   */
  pop(): QueuedPod | undefined {
    for (let next = this.#active.pop(); next !== undefined; next = this.#active.pop()) {
      const { queued } = next;
      if (!isCurrent(next, "active")) continue;
      queued.place = "inFlight";
      queued.attempts++;
      this.#meanwhile.set(queued, []);
      return queued;
    }
    return undefined;
  }

  /** Called when a node was found for a pod, which is now being bound: events can no longer help it. */
  placed(queued: QueuedPod): void {
    this.#meanwhile.delete(queued);
  }

  /**
   * Called when no node was found for a pod.
   * @param rejectedBy plugins; empty after an error, which leads to a retry soon
   */
  failed(queued: QueuedPod, rejectedBy: ReadonlySet<string>): void {
    const meanwhile = this.#meanwhile.get(queued) ?? [];
    this.#meanwhile.delete(queued);
    if (queued.place !== "inFlight") return;
    queued.rejectedBy = rejectedBy;
    this.#stamp(queued);
    const isWorthIt = rejectedBy.size === 0 || meanwhile.some((event) => this.#mayHelp(queued, event));
    if (isWorthIt) {
      this.#wait(queued);
      return;
    }
    queued.place = "unschedulable";
    this.#unschedulable.add(queued);
    for (const plugin of rejectedBy) {
      const pods = this.#rejectedBy.get(plugin);
      if (pods === undefined) this.#rejectedBy.set(plugin, new Set([queued]));
      else pods.add(queued);
    }
    this.#armFlush();
  }

  /** Handles an event in the cluster: pods that it may help are retried. */
  move(event: ClusterEvent): void {
    for (const events of this.#meanwhile.values()) events.push(event);
    for (const plugin of this.#options.pluginsInterestedIn(event.kind)) {
      for (const queued of this.#rejectedBy.get(plugin) ?? []) if (this.#mayHelp(queued, event)) this.#wake(queued);
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelBackoff?.();
    this.#cancelFlush?.();
  }

  #mayHelp(queued: QueuedPod, event: ClusterEvent): boolean {
    return queued.rejectedBy.size === 0 || this.#options.helps(queued, event);
  }

  #wake(queued: QueuedPod): void {
    this.#takeOut(queued);
    this.#wait(queued);
  }

  #takeOut(queued: QueuedPod): void {
    if (!this.#unschedulable.delete(queued)) return;
    for (const plugin of queued.rejectedBy) this.#rejectedBy.get(plugin)?.delete(queued);
  }

  /** Makes a pod active, or lets it wait for the rest of its backoff first. */
  #wait(queued: QueuedPod): void {
    const { timers } = this.#options;
    const due = queued.since + this.#backoffOf(queued);
    if (due <= timers.now) {
      this.#enqueue(queued);
      return;
    }
    queued.place = "backoff";
    this.#backoff.push(entry(queued, due));
    this.#armBackoff();
  }

  #backoffOf({ attempts }: QueuedPod): number {
    const { initialBackoff, maxBackoff } = this.#options;
    return attempts === 0 ? 0 : Math.min(initialBackoff * 2 ** (attempts - 1), maxBackoff);
  }

  #enqueue(queued: QueuedPod): void {
    if (this.#options.isGated(queued.pod)) {
      queued.place = "gated";
      return;
    }
    queued.place = "active";
    this.#active.push(entry(queued));
    this.#options.onReady();
  }

  #stamp(queued: QueuedPod): void {
    queued.since = this.#options.timers.now;
    queued.order = ++this.#arrived;
  }

  #armBackoff(): void {
    this.#cancelBackoff?.();
    this.#cancelBackoff = undefined;
    const next = this.#backoff.peek();
    if (next === undefined || this.#stopped) return;
    const { timers } = this.#options;
    this.#cancelBackoff = timers.after(Math.max(0, next.due - timers.now), () => {
      for (let due = this.#backoff.peek(); due !== undefined && due.due <= timers.now; due = this.#backoff.peek()) {
        this.#backoff.pop();
        if (isCurrent(due, "backoff")) this.#enqueue(due.queued);
      }
      this.#armBackoff();
    });
  }

  #armFlush(): void {
    if (this.#cancelFlush !== undefined || this.#stopped) return;
    const { timers } = this.#options;
    this.#cancelFlush = timers.after(FLUSH_INTERVAL, () => {
      this.#cancelFlush = undefined;
      const oldest = timers.now - LONGEST_UNSCHEDULABLE;
      for (const queued of this.#unschedulable) if (queued.since < oldest) this.#wake(queued);
      if (this.#unschedulable.size > 0) this.#armFlush();
    });
  }
}

/** A pod in a heap. An entry is stale, and is ignored, when the pod's place, order or priority has changed since. */
interface Entry {
  readonly queued: QueuedPod;
  readonly stamp: number;
  readonly priority: number;
  readonly due: number;
}

const entry = (queued: QueuedPod, due = 0): Entry => ({
  queued,
  stamp: queued.order,
  priority: queued.pod.priority,
  due,
});

const isCurrent = ({ queued, stamp, priority }: Entry, place: QueuedPod["place"]): boolean =>
  queued.place === place && queued.order === stamp && queued.pod.priority === priority;

const comesFirst = (a: Entry, b: Entry): boolean =>
  a.priority !== b.priority ? a.priority > b.priority : a.stamp < b.stamp;
