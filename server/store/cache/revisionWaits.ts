import { DueTimes } from "../../ground/timing/dueTimes.ts";

/** How long a watch may take to tell of a change before it is asked how far it is, in milliseconds. */
const UNASKED = 100;

interface Wait {
  readonly revision: number;
  readonly end: () => void;
}

/** Those who wait until memory shows a revision. */
export class RevisionWaits {
  readonly #waits = new Set<Wait>();
  readonly #unasked = new DueTimes(UNASKED);
  /** The ends of waits, by their patience. */
  readonly #patiences = new Map<number, DueTimes>();
  readonly #ask: () => void;

  /** @param ask asks the watch to tell how far it is */
  constructor(ask: () => void) {
    this.#ask = ask;
  }

  get isEmpty(): boolean {
    return this.#waits.size === 0;
  }

  /**
   * Resolves true once {@link reach} says that `revision` is shown, false when that takes longer than `patience` ms.
   * @param isChange the revision changed something here, so that the watch tells of it unasked
   */
  add(revision: number, patience: number, isChange: boolean): Promise<boolean> {
    // Revisions that changed nothing here are reported only on request.
    const cancelAsking = isChange ? this.#unasked.add(this.#ask) : undefined;
    if (!isChange) this.#ask();
    return new Promise((resolve) => {
      const settle = (isReached: boolean): void => {
        this.#waits.delete(wait);
        cancelPatience();
        cancelAsking?.();
        resolve(isReached);
      };
      const wait: Wait = { revision, end: () => settle(true) };
      const cancelPatience = this.#patienceOf(patience).add(() => settle(false));
      this.#waits.add(wait);
    });
  }

  /** Ends the waits for this revision and those before it. */
  reach(revision: number): void {
    for (const wait of this.#waits) if (wait.revision <= revision) wait.end();
  }

  #patienceOf(time: number): DueTimes {
    let patience = this.#patiences.get(time);
    if (patience === undefined) {
      patience = new DueTimes(time);
      this.#patiences.set(time, patience);
    }
    return patience;
  }
}
