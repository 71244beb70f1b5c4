/** A one-time event that can be awaited. */
export class Milestone {
  #reach: () => void = () => undefined;
  /** Resolves when the event has happened; never rejects. */
  readonly reached = new Promise<void>((resolve) => {
    this.#reach = resolve;
  });

  /** Marks the event as happened. Idempotent. */
  reach(): void {
    this.#reach();
  }
}
