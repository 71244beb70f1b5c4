/** Maximum bytes of output in transit; a program that prints more waits. */
const MAX_UNDERWAY = 1024 * 1024;

/** Back-pressure: holds back a program whose output is not passed on. */
export class OutputFlow {
  #underway = 0;
  #resume: () => void = () => undefined;

  /** Bytes in transit. */
  get underway(): number {
    return this.#underway;
  }

  /**
   * Adds output that was sent.
   * @returns a promise that resolves when there is room for more; undefined when there is room now
   */
  sent(bytes: number): Promise<void> | undefined {
    this.#underway += bytes;
    if (this.#underway < MAX_UNDERWAY) return undefined;
    return new Promise((resolve) => {
      const before = this.#resume;
      this.#resume = () => {
        before();
        resolve();
      };
    });
  }

  /** Called when the receiver has passed on this many bytes. */
  taken(bytes: number): void {
    this.#underway -= bytes;
    if (this.#underway >= MAX_UNDERWAY) return;
    const resume = this.#resume;
    this.#resume = () => undefined;
    resume();
  }
}
