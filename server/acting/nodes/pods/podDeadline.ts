import type { ProgramTime } from "../programs/program.ts";

/** Waits for a pod's active deadline; users may still move it to an earlier time. */
export class PodDeadline {
  readonly #time: ProgramTime;
  readonly #ended: AbortSignal;
  readonly #exceeded: () => void;
  /** Aborts when the deadline changes. */
  #changed: AbortController | undefined;

  /** @param ended aborts when the deadline no longer matters @param exceeded called when the deadline has passed */
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
