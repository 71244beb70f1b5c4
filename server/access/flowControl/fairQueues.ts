/** Queues of the requests that wait at a priority level, with fair scheduling. */
import { BoundedMap } from "../../../shared/collections/boundedMap.ts";
import { FlowShares } from "./flowShares.ts";
import { dealHand, flowHash } from "./shuffleShard.ts";
import type { WorkEstimate } from "./workEstimate.ts";

/** A waiting or executing request. */
export interface FlowRequest {
  /** The request's flow, as named by {@link flowName}. */
  readonly flow: string;
  readonly work: WorkEstimate;
  /** Starts executing the request. */
  start(): void;
}

export interface QueueOptions {
  readonly queues: number;
  readonly handSize: number;
  /** Maximum number of requests in one queue. */
  readonly queueLengthLimit: number;
}

export interface Queue<W extends FlowRequest> {
  readonly index: number;
  /** Oldest first. */
  readonly waiting: Set<W>;
  executing: number;
  seatsInUse: number;
}

/** The assumed duration of a request until measurements are known, in seconds. */
const ESTIMATED_DURATION = 0.003;
/** Limits of remembered hands: their number, and the total length of their flows' names. */
const REMEMBERED = { entries: 4096, weight: 1024 * 1024 };

/** The name of a flow: the requests that a flow schema does not distinguish. */
export const flowName = (schema: string, distinguisher: string): string => `${schema}\0${distinguisher}`;

/**
 * Start-time fair queuing. Of the first requests of all queues, the next one is that of the flow that has received the
 * least service, measured in seats times execution time. So a flow that demands more than its share waits, and others
 * do not. The reference accounts by queue instead. A flooding flow has several queues there, each of which may be
 * served before a new flow.
 */
export class FairQueues<W extends FlowRequest> {
  readonly #options: QueueOptions;
  readonly queues: readonly Queue<W>[];
  /** Queues with waiting requests. */
  readonly #ready = new Set<Queue<W>>();
  readonly #hands = new BoundedMap<string, readonly number[]>(REMEMBERED);
  readonly #shares = new FlowShares();
  waiting = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.queues = Array.from({ length: options.queues }, (_, index) => ({
      index,
      waiting: new Set<W>(),
      executing: 0,
      seatsInUse: 0,
    }));
  }

  /** The queue with the least work among those of the flow's hand. */
  choose(schema: string, distinguisher: string): Queue<W> {
    let best: Queue<W> | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const index of this.#handOf(schema, distinguisher)) {
      const queue = this.queues[index] as Queue<W>;
      const load = queue.waiting.size + queue.seatsInUse;
      if (load < least) [best, least] = [queue, load];
    }
    return best as Queue<W>;
  }

  /** Hands of recent flows are cached, because dealing takes longer than everything else. */
  #handOf(schema: string, distinguisher: string): readonly number[] {
    const flow = flowName(schema, distinguisher);
    let hand = this.#hands.get(flow);
    if (hand === undefined) {
      const { queues, handSize } = this.#options;
      hand = dealHand(flowHash(schema, distinguisher), queues, Math.min(handSize, queues));
      this.#hands.set(flow, hand, flow.length);
    }
    return hand;
  }

  /** @returns false when the queue is full */
  enqueue(queue: Queue<W>, request: W): boolean {
    if (queue.waiting.size >= this.#options.queueLengthLimit) return false;
    queue.waiting.add(request);
    this.#shares.wait(request.flow);
    this.#ready.add(queue);
    this.waiting += 1;
    return true;
  }

  /** The request to execute next; undefined when none waits. */
  first(): { readonly queue: Queue<W>; readonly request: W } | undefined {
    let found: { queue: Queue<W>; request: W } | undefined;
    let earliest = Number.POSITIVE_INFINITY;
    for (const queue of this.#ready) {
      const [request] = queue.waiting;
      if (request === undefined) continue;
      const due = this.#shares.due(request.flow);
      if (due < earliest) [found, earliest] = [{ queue, request }, due];
    }
    return found;
  }

  /** Removes a request from its queue for execution. */
  begin(queue: Queue<W>, request: W): void {
    this.#take(queue, request);
    this.#shares.begin(request.flow, ESTIMATED_DURATION * request.work.seats);
    queue.executing += 1;
    queue.seatsInUse += request.work.seats;
    // Move the served queue behind the others that are due at the same time.
    if (this.#ready.delete(queue)) this.#ready.add(queue);
  }

  /** Called when a request has finished. @param took seconds */
  finish(queue: Queue<W>, request: W, took: number): void {
    queue.executing -= 1;
    queue.seatsInUse -= request.work.seats;
    this.#shares.finish(request.flow, (took - ESTIMATED_DURATION) * request.work.seats);
  }

  /** Removes a request that no longer waits. */
  drop(queue: Queue<W>, request: W): void {
    if (this.#take(queue, request)) this.#shares.leave(request.flow);
  }

  /** When the next request of a queue is due, in the virtual time of the level. */
  nextStart({ waiting: [first] }: Queue<W>): number {
    return this.#shares.due(first?.flow ?? "");
  }

  #take(queue: Queue<W>, request: W): boolean {
    if (!queue.waiting.delete(request)) return false;
    this.waiting -= 1;
    if (queue.waiting.size === 0) this.#ready.delete(queue);
    return true;
  }
}
