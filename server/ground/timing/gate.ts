/** While it is shut, blocks all callers of `pass`, and lets them through one at a time on request. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  #isShut = false;

  get isShut(): boolean {
    return this.#isShut;
  }

  /** Number of blocked callers. */
  get held(): number {
    return this.#waiting.length;
  }

  /** Resolves when the caller may continue; undefined when it may continue now. */
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

  /** Lets all waiting callers continue, because they have to end. */
  letAll(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
