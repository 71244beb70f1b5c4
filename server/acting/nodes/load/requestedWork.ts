/** Milliseconds that are counted together. */
const SLOT = 1_000;
/** How long work is remembered, in milliseconds: longer than any reader looks back. */
const MEMORY = 60_000;

/** Work that a container does for requests. It comes on top of what its program takes anyway. */
export class RequestedWork {
  /** Processor time in milliseconds, by the number of the slot. */
  readonly #slots = new Map<number, number>();
  #total = 0;

  /** Adds work for a request. @param time processor time in milliseconds @param now milliseconds since the epoch */
  add(time: number, now: number): void {
    const slot = Math.floor(now / SLOT);
    this.#slots.set(slot, (this.#slots.get(slot) ?? 0) + time);
    this.#total += time;
    for (const old of this.#slots.keys()) {
      if (old >= slot - MEMORY / SLOT) break;
      this.#slots.delete(old);
    }
  }

  /** Processor time in milliseconds since the start. */
  get total(): number {
    return this.#total;
  }

  /** Processor time in milliseconds within a time of the last minute. */
  between(from: number, to: number): number {
    let sum = 0;
    for (const [slot, time] of this.#slots) {
      const start = slot * SLOT;
      if (start >= from && start < to) sum += time;
    }
    return sum;
  }
}

/** Work that containers do for requests, by the uid of their pod and their name. */
export class WorkLedger {
  readonly #pods = new Map<string, Map<string, RequestedWork>>();

  /**
   * Adds work of a container for a request.
   * @param time processor time in milliseconds
   * @param now milliseconds since the epoch
   */
  add(uid: string, container: string, time: number, now: number): void {
    const pod = this.#pods.get(uid) ?? new Map<string, RequestedWork>();
    this.#pods.set(uid, pod);
    const work = pod.get(container) ?? new RequestedWork();
    pod.set(container, work);
    work.add(time, now);
  }

  /** Undefined for a container that has not worked for any request. */
  of(uid: string, container: string): RequestedWork | undefined {
    return this.#pods.get(uid)?.get(container);
  }

  /** A pod is no more. */
  forget(uid: string): void {
    this.#pods.delete(uid);
  }
}
