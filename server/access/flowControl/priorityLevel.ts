import type { PriorityLevelConfiguration } from "kubernetes-types/flowcontrol/v1";
import type { ApiObject } from "../../../shared/object.ts";
import { FairQueues, type FlowRequest, flowName, type Queue } from "./fairQueues.ts";
import type { LevelMetrics } from "./flowMetrics.ts";
import { SeatDemand } from "./seatDemand.ts";
import type { SeatLimits } from "./seatLimits.ts";
import type { WorkEstimate } from "./workEstimate.ts";

/** Why a request is rejected. */
export type Rejection = "queue-full" | "concurrency-limit" | "time-out" | "cancelled";

/** A request at a level. */
export interface LevelRequest extends FlowRequest {
  readonly schema: string;
  readonly distinguisher: string;
  readonly arrived: number;
  begun: number | undefined;
  queue: Queue<LevelRequest> | undefined;
}

export interface EnterOptions {
  readonly schema: string;
  readonly distinguisher: string;
  readonly work: WorkEstimate;
  start(): void;
}

/** The result for a request that wants to enter. */
export type EnterResult = { readonly request: LevelRequest } | { readonly rejection: Rejection };

/** Counts since the level was created. */
export interface LevelCounts {
  dispatched: number;
  rejected: number;
  timedOut: number;
  cancelled: number;
}

type Spec = NonNullable<PriorityLevelConfiguration["spec"]>;

/** A priority level: its seats, the requests that occupy them, and the waiting requests. Times are in seconds. */
export class PriorityLevel {
  readonly name: string;
  readonly counts: LevelCounts = { dispatched: 0, rejected: 0, timedOut: 0, cancelled: 0 };
  readonly demand: SeatDemand;
  uid = "";
  isExempt = false;
  /** Its object was deleted, so it accepts no new requests. */
  isQuiescing = false;
  limits: SeatLimits = { nominal: 0, lower: 0, upper: 0 };
  /** Its number of seats in this period. */
  seats = 0;
  executing = 0;
  seatsInUse = 0;
  #queues: FairQueues<LevelRequest> | undefined;
  /** Queues of earlier configurations that still have waiting requests. */
  #former: FairQueues<LevelRequest>[] = [];
  #queuing = "";
  #demandedSeats = 0;
  readonly #clock: () => number;
  readonly #metrics: LevelMetrics;

  constructor(name: string, clock: () => number, metrics: LevelMetrics) {
    this.name = name;
    this.demand = new SeatDemand(clock());
    this.#clock = clock;
    this.#metrics = metrics;
  }

  get spec(): Spec | undefined {
    return this.#spec;
  }
  #spec: Spec | undefined;

  /** Applies a configuration. Requests that already wait stay in the queues of the earlier one. */
  configure({ metadata, spec }: ApiObject & PriorityLevelConfiguration): void {
    this.uid = metadata.uid ?? "";
    this.#spec = spec;
    this.isQuiescing = false;
    this.isExempt = spec?.type === "Exempt";
    const { type, queuing } = spec?.limited?.limitResponse ?? { type: "Reject" };
    const queues = type === "Queue" ? { queues: 64, handSize: 8, queueLengthLimit: 50, ...queuing } : undefined;
    const said = JSON.stringify(queues ?? null);
    if (said === this.#queuing) return;
    this.#queuing = said;
    if (this.#queues !== undefined && this.#queues.waiting > 0) this.#former.push(this.#queues);
    this.#queues = queues && new FairQueues<LevelRequest>(queues);
  }

  /** Number of requests without a seat. */
  waiting = 0;

  get isIdle(): boolean {
    return this.executing === 0 && this.#demandedSeats === 0;
  }

  /** All queues of the level. */
  queues(): Queue<LevelRequest>[] {
    const all = this.#queues === undefined ? this.#former : [...this.#former, this.#queues];
    return all.flatMap(({ queues }) => [...queues]);
  }

  /** When the next request of a queue is due, in the virtual time of the level, in seconds. */
  nextStart(queue: Queue<LevelRequest>): number {
    return this.#of(queue)?.nextStart(queue) ?? 0;
  }

  /** Queues a request, or rejects it. It may start when {@link next} returns it. */
  enter({ schema, distinguisher, work, start }: EnterOptions): EnterResult {
    const now = this.#clock();
    const flow = flowName(schema, distinguisher);
    const request: LevelRequest = {
      schema,
      distinguisher,
      flow,
      work,
      start,
      arrived: now,
      begun: undefined,
      queue: undefined,
    };
    if (this.#queues !== undefined) {
      const queue = this.#queues.choose(schema, distinguisher);
      if (!this.#queues.enqueue(queue, request)) return this.#reject(request, "queue-full");
      request.queue = queue;
    } else if (!this.isExempt && !this.#hasRoomFor(work)) {
      return this.#reject(request, "concurrency-limit");
    }
    this.#addDemand(work.seats);
    this.waiting += 1;
    this.#metrics.waiting(schema, 1);
    return { request };
  }

  /** The request that may start now; undefined when none waits, or when its seats are not free. */
  next(): LevelRequest | undefined {
    for (const queues of this.#former) {
      const found = queues.first();
      if (found !== undefined) return this.#hasRoomFor(found.request.work) ? found.request : undefined;
    }
    const found = this.#queues?.first();
    return found !== undefined && this.#hasRoomFor(found.request.work) ? found.request : undefined;
  }

  /** Whether a request with that work may start without waiting for others. */
  mayBegin(work: WorkEstimate): boolean {
    return this.isExempt || (this.waiting <= 1 && this.#hasRoomFor(work));
  }

  /** Gives a request its seats. */
  begin(request: LevelRequest): void {
    const now = this.#clock();
    const { queue, work, schema } = request;
    if (queue !== undefined) this.#of(queue)?.begin(queue, request);
    request.begun = now;
    this.waiting -= 1;
    this.executing += 1;
    this.seatsInUse += work.seats;
    this.counts.dispatched += 1;
    this.#metrics.waiting(schema, -1);
    this.#metrics.begun(schema, work.seats, now - request.arrived);
  }

  /**
   * Called when the request has its response. Its final seats stay occupied while it causes work for watchers.
   * @param later calls back after the given number of milliseconds
   */
  finish(request: LevelRequest, later: (milliseconds: number, callback: () => void) => void, freed: () => void): void {
    const { finalSeats, finalTime, seats } = request.work;
    this.#metrics.executed(request.schema, this.#clock() - (request.begun ?? 0));
    this.#leave(request);
    if (finalSeats === 0) return;
    const kept = Math.min(finalSeats, Math.max(this.seats, seats));
    this.seatsInUse += kept;
    this.#addDemand(kept);
    later(finalTime, () => {
      this.seatsInUse -= kept;
      this.#addDemand(-kept);
      freed();
    });
  }

  /** A request stops waiting. */
  giveUp(request: LevelRequest, reason: "time-out" | "cancelled"): void {
    if (request.queue !== undefined) this.#of(request.queue)?.drop(request.queue, request);
    if (reason === "time-out") this.counts.timedOut += 1;
    else this.counts.cancelled += 1;
    this.waiting -= 1;
    this.#metrics.waiting(request.schema, -1);
    this.#metrics.rejected(request.schema, reason);
    this.#addDemand(-request.work.seats);
    this.#forgetFormer();
  }

  #leave(request: LevelRequest): void {
    const now = this.#clock();
    const { queue, work, begun = now } = request;
    if (queue !== undefined) this.#of(queue)?.finish(queue, request, now - begun);
    this.executing -= 1;
    this.seatsInUse -= work.seats;
    this.#metrics.left(request.schema, work.seats);
    this.#addDemand(-work.seats);
    this.#forgetFormer();
  }

  #reject(request: LevelRequest, rejection: Rejection): EnterResult {
    this.counts.rejected += 1;
    this.#metrics.rejected(request.schema, rejection);
    return { rejection };
  }

  /** A request that needs more seats than the level has must run alone. */
  #hasRoomFor({ seats }: WorkEstimate): boolean {
    return this.seatsInUse + seats <= this.seats || (this.seatsInUse === 0 && this.seats > 0);
  }

  #addDemand(seats: number): void {
    this.#demandedSeats += seats;
    this.demand.set(this.#demandedSeats, this.#clock());
  }

  #of(queue: Queue<LevelRequest>): FairQueues<LevelRequest> | undefined {
    if (this.#queues?.queues[queue.index] === queue) return this.#queues;
    return this.#former.find(({ queues }) => queues[queue.index] === queue);
  }

  #forgetFormer(): void {
    if (this.#former.length > 0) this.#former = this.#former.filter(({ waiting }) => waiting > 0);
  }
}
