/** Bytes of input that may be under way to a program before who sends it has to wait. */
const MOST_UNDERWAY = 1024 * 1024;

/** How much of the input that was sent to a program it has not taken yet. */
export class InputFlow {
  #underway = 0;
  #isOver = false;
  readonly #waiting: (() => void)[] = [];

  /** Input was sent. @returns what resolves when there is room for more; undefined where there is */
  sent(bytes: number): Promise<void> | undefined {
    this.#underway += bytes;
    if (this.#isOver || this.#underway < MOST_UNDERWAY) return undefined;
    return new Promise((resolve) => void this.#waiting.push(resolve));
  }

  /** The program has read so many bytes, or waits for more than these. */
  taken(bytes: number): void {
    this.#underway -= bytes;
    if (this.#underway < MOST_UNDERWAY) this.#release();
  }

  /** The program has ended: no more of its input is of use. */
  end(): void {
    this.#isOver = true;
    this.#release();
  }

  #release(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
