/** While it is shut, holds up all callers that pass, and lets them through one at a time on request. */
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

  /** Resolves when the caller may go on; undefined where it may at once. */
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

  /** @returns whether a caller was waiting */
  letOne(): boolean {
    const next = this.#waiting.shift();
    next?.();
    return next !== undefined;
  }

  /** Lets all waiting callers go on: they have to end. */
  letAll(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
