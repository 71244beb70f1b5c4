/** Requests that wait at a priority level, in queues that are served in turn. */
import { BoundedMap } from "../../../shared/collections/boundedMap.ts";
import { FlowShares } from "./flowShares.ts";
import { dealHand, flowHash } from "./shuffleShard.ts";
import type { WorkEstimate } from "./workEstimate.ts";

/** A request that waits or is worked on. */
export interface Waiting {
  /** Whose requests it is one of, as {@link flowName} names it. */
  readonly flow: string;
  readonly work: WorkEstimate;
  /** Begins the work on it. */
  start(): void;
}

export interface QueueOptions {
  readonly queues: number;
  readonly handSize: number;
  /** Requests that one queue holds. */
  readonly queueLengthLimit: number;
}

export interface Queue<W extends Waiting> {
  readonly index: number;
  /** Oldest first. */
  readonly waiting: Set<W>;
  executing: number;
  seatsInUse: number;
}

/** The assumed duration of a request until measurements are known, in seconds. */
const GUESS = 0.003;
/** How many hands are remembered, and the characters of their flows' names in total. */
const REMEMBERED = { entries: 4096, weight: 1024 * 1024 };

/** The name of the requests that one flow schema does not tell apart. */
export const flowName = (schema: string, distinguisher: string): string => `${schema}\0${distinguisher}`;

/**
 * Start-time fair queuing: of the queues' first requests, that of the flow begins next that has had the least, counted in
 * seats and the time on them. So a flow that asks for more than its share waits, and others do not. The reference counts what
 * the queues have had, of which a flow that floods has several, and lets each of them go before a flow that has just come.
 */
export class FairQueues<W extends Waiting> {
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

  /** The queue of a flow's hand with the least to do. */
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

  /** Hands of flows that were seen lately: dealing takes longer than all the rest. */
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

  /** The request that is due first; undefined when none waits. */
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

  /** Takes a request out of its queue, to be worked on. */
  begin(queue: Queue<W>, request: W): void {
    this.#take(queue, request);
    this.#shares.begin(request.flow, GUESS * request.work.seats);
    queue.executing += 1;
    queue.seatsInUse += request.work.seats;
    // A queue that was served comes last among those that are due at once.
    if (this.#ready.delete(queue)) this.#ready.add(queue);
  }

  /** The work on a request is over. @param took seconds */
  finish(queue: Queue<W>, request: W, took: number): void {
    queue.executing -= 1;
    queue.seatsInUse -= request.work.seats;
    this.#shares.finish(request.flow, (took - GUESS) * request.work.seats);
  }

  /** Takes a request out that waits no longer. */
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
