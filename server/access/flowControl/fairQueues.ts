/** Requests that wait at a priority level, in queues that are served in turn. */
import { dealHand, flowHash } from "./shuffleShard.ts";
import type { WorkEstimate } from "./workEstimate.ts";

/** A request that waits or is worked on. */
export interface Waiting {
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
  /** When the next request would begin, in the virtual time of the level. */
  nextStart: number;
}

/** The assumed duration of a request until measurements are known, in seconds. */
const GUESS = 0.003;
/** Hands that are remembered. */
const MAX_HANDS = 4096;

/**
 * Start-time fair queuing: the request that begins next is that of the queue that has had the least, counted in seats
 * and the time on them. The time of the level is where the latest request began, so that a queue that was empty saves
 * nothing up, and waits only for queues that are due at the same time. So a flow that asks for more than its share
 * waits, and others do not.
 */
export class FairQueues<W extends Waiting> {
  readonly #options: QueueOptions;
  readonly queues: readonly Queue<W>[];
  /** Queues with waiting requests. */
  readonly #ready = new Set<Queue<W>>();
  readonly #hands = new Map<string, readonly number[]>();
  #virtual = 0;
  waiting = 0;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.queues = Array.from({ length: options.queues }, (_, index) => ({
      index,
      waiting: new Set<W>(),
      executing: 0,
      seatsInUse: 0,
      nextStart: 0,
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
    const flow = `${schema}\0${distinguisher}`;
    let hand = this.#hands.get(flow);
    if (hand === undefined) {
      const { queues, handSize } = this.#options;
      hand = dealHand(flowHash(schema, distinguisher), queues, Math.min(handSize, queues));
      if (this.#hands.size >= MAX_HANDS) this.#hands.clear();
      this.#hands.set(flow, hand);
    }
    return hand;
  }

  /** @returns false when the queue is full */
  enqueue(queue: Queue<W>, request: W): boolean {
    if (queue.waiting.size >= this.#options.queueLengthLimit) return false;
    if (queue.waiting.size === 0) queue.nextStart = Math.max(queue.nextStart, this.#virtual);
    queue.waiting.add(request);
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
      if (queue.nextStart < earliest) [found, earliest] = [{ queue, request }, queue.nextStart];
    }
    return found;
  }

  /** Takes a request out of its queue, to be worked on. */
  begin(queue: Queue<W>, request: W): void {
    this.drop(queue, request);
    this.#virtual = Math.max(this.#virtual, queue.nextStart);
    queue.executing += 1;
    queue.seatsInUse += request.work.seats;
    queue.nextStart += GUESS * request.work.seats;
    // A queue that was served comes last among those that are due at once.
    if (this.#ready.delete(queue)) this.#ready.add(queue);
  }

  /** The work on a request is over. @param took seconds */
  finish(queue: Queue<W>, request: W, took: number): void {
    queue.executing -= 1;
    queue.seatsInUse -= request.work.seats;
    queue.nextStart += (took - GUESS) * request.work.seats;
  }

  /** Takes a request out that waits no longer. */
  drop(queue: Queue<W>, request: W): void {
    if (!queue.waiting.delete(request)) return;
    this.waiting -= 1;
    if (queue.waiting.size === 0) this.#ready.delete(queue);
  }
}
