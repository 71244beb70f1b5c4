/** Width of a time slot in which work is summed up, in milliseconds. */
const SLOT = 1_000;
/** Milliseconds for which work is remembered: longer than any reader looks back. */
const MEMORY = 60_000;

/** Processor time that a container spends on requests, in addition to what its program uses anyway. */
export class RequestedWork {
  /** CPU time in milliseconds, by slot number. */
  readonly #slots = new Map<number, number>();
  #total = 0;

  /** Adds work for a request. @param time CPU time in milliseconds @param now milliseconds since the epoch */
  add(time: number, now: number): void {
    const slot = Math.floor(now / SLOT);
    this.#slots.set(slot, (this.#slots.get(slot) ?? 0) + time);
    this.#total += time;
    for (const old of this.#slots.keys()) {
      if (old >= slot - MEMORY / SLOT) break;
      this.#slots.delete(old);
    }
  }

  /** Total CPU time since the start, in milliseconds. */
  get total(): number {
    return this.#total;
  }

  /** CPU time in milliseconds between two times of the last minute. */
  between(from: number, to: number): number {
    let sum = 0;
    for (const [slot, time] of this.#slots) {
      const start = slot * SLOT;
      if (start >= from && start < to) sum += time;
    }
    return sum;
  }
}

/** The work that containers do for requests, by pod uid and container name. */
export class WorkLedger {
  readonly #pods = new Map<string, Map<string, RequestedWork>>();

  /**
   * Adds work that a container did for a request.
   * @param time CPU time in milliseconds
   * @param now milliseconds since the epoch
   */
  add(uid: string, container: string, time: number, now: number): void {
    const pod = this.#pods.get(uid) ?? new Map<string, RequestedWork>();
    this.#pods.set(uid, pod);
    const work = pod.get(container) ?? new RequestedWork();
    pod.set(container, work);
    work.add(time, now);
  }

  /** Undefined for a container that has not done any work for requests. */
  of(uid: string, container: string): RequestedWork | undefined {
    return this.#pods.get(uid)?.get(container);
  }

  /** Drops the records of a pod that is gone. */
  forget(uid: string): void {
    this.#pods.delete(uid);
  }
}
