/** While it is shut, blocks all callers of `pass`, and lets them through one at a time on request. */
export class PauseGate {
  readonly #waiting: (() => void)[] = [];
  #isPaused = false;

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Number of blocked callers. */
  get blocked(): number {
    return this.#waiting.length;
  }

  /** Resolves when the caller may continue; undefined when it may continue now. */
  pass(): Promise<void> | undefined {
    return this.#isPaused ? new Promise((resolve) => this.#waiting.push(resolve)) : undefined;
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.releaseAll();
  }

  /** @returns whether a caller was waiting */
  releaseOne(): boolean {
    const next = this.#waiting.shift();
    next?.();
    return next !== undefined;
  }

  /** Lets all waiting callers continue, because they have to end. */
  releaseAll(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
