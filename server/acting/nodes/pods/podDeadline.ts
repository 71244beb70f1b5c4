import type { ProgramTime } from "../programs/program.ts";

/** Waits for the time until which a pod may run; users may still bring it forward. */
export class PodDeadline {
  readonly #time: ProgramTime;
  readonly #ended: AbortSignal;
  readonly #exceeded: () => void;
  /** Aborts when there is another deadline. */
  #changed: AbortController | undefined;

  /** @param ended aborts when nothing waits for it any more @param exceeded is called when the pod has run for too long */
  constructor(time: ProgramTime, ended: AbortSignal, exceeded: () => void) {
    this.#time = time;
    this.#ended = ended;
    this.#exceeded = exceeded;
  }

  /** @param end milliseconds since the epoch; undefined for no deadline */
  set(end: number | undefined): void {
    this.#changed?.abort();
    this.#changed = undefined;
    if (end === undefined) return;
    this.#changed = new AbortController();
    void this.#wait(end, AbortSignal.any([this.#ended, this.#changed.signal]));
  }

  async #wait(end: number, signal: AbortSignal): Promise<void> {
    await this.#time.sleep(end - this.#time.now(), signal);
    if (!signal.aborted) this.#exceeded();
  }
}
