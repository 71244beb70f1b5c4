import { DueTimes } from "../../ground/timing/dueTimes.ts";

/** Milliseconds that a watch may take to report a change before it is asked for its progress. */
const ASK_DELAY = 100;

interface Wait {
  readonly revision: number;
  readonly end: () => void;
}

/** Callers that wait until a follower of the store has received a revision. */
export class RevisionWaits {
  readonly #waits = new Set<Wait>();
  readonly #askDelays = new DueTimes(ASK_DELAY);
  /** Timeouts of waits, by their length in milliseconds. */
  readonly #timeouts = new Map<number, DueTimes>();
  readonly #ask: () => void;

  /** @param ask requests progress from the watch */
  constructor(ask: () => void) {
    this.#ask = ask;
  }

  get isEmpty(): boolean {
    return this.#waits.size === 0;
  }

  /**
   * Resolves true once {@link reach} is called with `revision` or a later one, false when that takes longer than
   * `timeout` ms.
   * @param isChange whether the revision changed something in this store, so that the watch reports it without being
   *   asked
   */
  add(revision: number, timeout: number, isChange: boolean): Promise<boolean> {
    // Revisions that changed nothing in this store are reported only on request.
    const cancelAsking = isChange ? this.#askDelays.add(this.#ask) : undefined;
    if (!isChange) this.#ask();
    return new Promise((resolve) => {
      const settle = (isReached: boolean): void => {
        this.#waits.delete(wait);
        cancelTimeout();
        cancelAsking?.();
        resolve(isReached);
      };
      const wait: Wait = { revision, end: () => settle(true) };
      const cancelTimeout = this.#dueTimesOf(timeout).add(() => settle(false));
      this.#waits.add(wait);
    });
  }

  /** Resolves the waits for this revision and earlier ones. */
  reach(revision: number): void {
    for (const wait of this.#waits) if (wait.revision <= revision) wait.end();
  }

  #dueTimesOf(time: number): DueTimes {
    let timeout = this.#timeouts.get(time);
    if (timeout === undefined) {
      timeout = new DueTimes(time);
      this.#timeouts.set(time, timeout);
    }
    return timeout;
  }
}
