/** The most bytes of output that may be on their way; a program that prints more waits. */
const MOST_UNDERWAY = 1024 * 1024;

/** Holds back a program whose output nothing passes on. */
export class OutputFlow {
  #underway = 0;
  #resume: () => void = () => undefined;

  /** Bytes that are on their way. */
  get underway(): number {
    return this.#underway;
  }

  /** So many bytes were sent. @returns what resolves when there is room for more; undefined when there is now */
  sent(bytes: number): Promise<void> | undefined {
    this.#underway += bytes;
    if (this.#underway < MOST_UNDERWAY) return undefined;
    return new Promise((resolve) => {
      const before = this.#resume;
      this.#resume = () => {
        before();
        resolve();
      };
    });
  }

  /** The receiver has passed on so many bytes. */
  taken(bytes: number): void {
    this.#underway -= bytes;
    if (this.#underway >= MOST_UNDERWAY) return;
    const resume = this.#resume;
    this.#resume = () => undefined;
    resume();
  }
}
