/** Maximum number of bytes of input in transit to a program before its sender has to wait. */
const MAX_UNDERWAY = 1024 * 1024;

/** Tracks how much of the sent input a program has not read yet, for back-pressure. */
export class InputFlow {
  #underway = 0;
  #isOver = false;
  readonly #waiting: (() => void)[] = [];

  /**
   * Adds input that was sent.
   * @returns a promise that resolves when there is room for more; undefined when there is room now
   */
  sent(bytes: number): Promise<void> | undefined {
    this.#underway += bytes;
    if (this.#isOver || this.#underway < MAX_UNDERWAY) return undefined;
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  /** Called when the program has read this many bytes, or is waiting for more than these. */
  taken(bytes: number): void {
    this.#underway -= bytes;
    if (this.#underway < MAX_UNDERWAY) this.#release();
  }

  /** Called when the program has ended: its remaining input is useless. */
  end(): void {
    this.#isOver = true;
    this.#release();
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
