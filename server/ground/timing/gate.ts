/** Holds up whoever passes while it is shut, and lets one through at a time when it is told to. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  #isShut = false;

  get isShut(): boolean {
    return this.#isShut;
  }

  /** How many are held up. */
  get held(): number {
    return this.#waiting.length;
  }

  /** Resolves when one may go on; undefined where one may at once. */
  pass(): Promise<void> | undefined {
    return this.#isShut ? new Promise((resolve) => this.#waiting.push(resolve)) : undefined;
  }

  shut(): void {
    this.#isShut = true;
  }

  open(): void {
    this.#isShut = false;
    this.letAll();
  }

  /** @returns whether there was somebody */
  letOne(): boolean {
    const next = this.#waiting.shift();
    next?.();
    return next !== undefined;
  }

  /** Lets all go on who are held up now: they have to end. */
  letAll(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
