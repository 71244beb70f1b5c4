/** Ends one part of a server. */
export type Ending = () => void | Promise<void>;

/** All started parts. They are ended in reverse order when the server stops, or when its start fails half-way. */
export class Lifetime {
  readonly #endings: Ending[] = [];

  /** Registers how to end a part that has just been started. */
  add(ending: Ending): void {
    this.#endings.push(ending);
  }

  /**
   * Ends everything, the last part first. A part that fails to end does not prevent the others from ending; the first
   * error is thrown.
   */
  async end(): Promise<void> {
    const errors: unknown[] = [];
    for (let ending = this.#endings.pop(); ending !== undefined; ending = this.#endings.pop()) {
      try {
        await ending();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
