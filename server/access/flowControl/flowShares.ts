/** What a flow has had of a priority level. */
interface Share {
  /** When its next request is due, in the virtual time of the level. */
  due: number;
  waiting: number;
  executing: number;
}

/**
 * From so many flows on, those without a request are forgotten now and then: they are kept as long as they had more than
 * others.
 */
const MANY = 4096;

/**
 * The virtual time of a priority level, by which flows are served in turn: a flow's next request is due when it has had its
 * share up to there. The time is where the latest request began, so that a flow that asked for nothing saves nothing up.
 */
export class FlowShares {
  readonly #shares = new Map<string, Share>();
  #now = 0;
  /** Flows at which those without a request are forgotten. */
  #limit = MANY;

  /** Flows that are remembered. */
  get size(): number {
    return this.#shares.size;
  }

  /** When a flow's next request is due. */
  due(flow: string): number {
    return this.#shares.get(flow)?.due ?? this.#now;
  }

  /** Another request of the flow waits. */
  wait(flow: string): void {
    let share = this.#shares.get(flow);
    if (share === undefined) {
      if (this.#shares.size >= this.#limit) this.#forgetIdle();
      share = { due: this.#now, waiting: 0, executing: 0 };
      this.#shares.set(flow, share);
    } else if (share.waiting === 0) {
      share.due = Math.max(share.due, this.#now);
    }
    share.waiting += 1;
  }

  /** A request of the flow waits no longer. */
  leave(flow: string): void {
    const share = this.#shares.get(flow);
    if (share === undefined) return;
    share.waiting -= 1;
    this.#forget(flow, share);
  }

  /** A request of the flow that waited begins. @param cost assumed, in seconds times seats */
  begin(flow: string, cost: number): void {
    const share = this.#shares.get(flow);
    if (share === undefined) return;
    share.waiting -= 1;
    share.executing += 1;
    this.#now = Math.max(this.#now, share.due);
    share.due += cost;
  }

  /** A request of the flow has ended. @param excess what it cost beyond what was assumed */
  finish(flow: string, excess: number): void {
    const share = this.#shares.get(flow);
    if (share === undefined) return;
    share.executing -= 1;
    share.due += excess;
    this.#forget(flow, share);
  }

  /** A flow without requests that is not ahead of others is like one that never came. */
  #forget(flow: string, { waiting, executing, due }: Share): void {
    if (waiting + executing === 0 && due <= this.#now) this.#shares.delete(flow);
  }

  #forgetIdle(): void {
    for (const [flow, { waiting, executing }] of this.#shares) {
      if (waiting + executing === 0) this.#shares.delete(flow);
    }
    this.#limit = Math.max(MANY, 2 * this.#shares.size);
  }
}
