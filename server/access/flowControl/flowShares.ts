/** A flow's use of a priority level. */
interface Share {
  /** When its next request is due, in the virtual time of the level. */
  due: number;
  waiting: number;
  executing: number;
}

/**
 * Number of flows above which flows without requests are removed from time to time. Below it, they are kept as long as
 * they are ahead of others.
 */
const MANY = 4096;

/**
 * The virtual time of a priority level, which determines the order of flows: a flow's next request is due at the time
 * up to which the flow has used its share. The virtual time is that of the latest start, so an idle flow saves nothing
 * up.
 */
export class FlowShares {
  readonly #shares = new Map<string, Share>();
  #now = 0;
  /** Number of flows above which flows without requests are removed. */
  #limit = MANY;

  /** Number of remembered flows. */
  get size(): number {
    return this.#shares.size;
  }

  /** When a flow's next request is due. */
  due(flow: string): number {
    return this.#shares.get(flow)?.due ?? this.#now;
  }

  /** Another request of the flow starts waiting. */
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

  /** A waiting request of the flow leaves. */
  leave(flow: string): void {
    const share = this.#shares.get(flow);
    if (share === undefined) return;
    share.waiting -= 1;
    this.#forget(flow, share);
  }

  /** A waiting request of the flow starts executing. @param cost estimate, in seconds times seats */
  begin(flow: string, cost: number): void {
    const share = this.#shares.get(flow);
    if (share === undefined) return;
    share.waiting -= 1;
    share.executing += 1;
    this.#now = Math.max(this.#now, share.due);
    share.due += cost;
  }

  /** A request of the flow has finished. @param excess its actual cost minus the estimate */
  finish(flow: string, excess: number): void {
    const share = this.#shares.get(flow);
    if (share === undefined) return;
    share.executing -= 1;
    share.due += excess;
    this.#forget(flow, share);
  }

  /** A flow without requests that is not ahead of others need not be remembered. */
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
