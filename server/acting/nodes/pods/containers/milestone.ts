/** Something that happens once, and can be waited for. */
export class Milestone {
  #reach: () => void = () => undefined;
  /** Resolves when it has happened; never rejects. */
  readonly reached = new Promise<void>((resolve) => {
    this.#reach = resolve;
  });

  /** It has happened; told again, it changes nothing. */
  reach(): void {
    this.#reach();
  }
}
