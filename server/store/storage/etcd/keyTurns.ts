/**
 * Work on keys, in order: what has a key in common with earlier work waits for it, everything else does not. Work that goes
 * ahead begins at once, and what comes later waits for it and for all before it.
 */
export class KeyTurns {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Begins at once when nothing is under way on any of the keys, or when it goes `ahead`.
   * @param work is told when all earlier work is over
   */
  run<T>(keys: readonly string[], work: (before: Promise<unknown>) => Promise<T>, ahead = false): Promise<T> {
    const before = keys.flatMap((key) => this.#last.get(key) ?? []);
    const earlier = Promise.all(before);
    const result = ahead || before.length === 0 ? work(earlier) : earlier.then(() => work(earlier));
    const done = ahead ? Promise.allSettled([...before, result]) : result;
    const over: Promise<void> = done.then(
      () => this.#release(keys, over),
      () => this.#release(keys, over),
    );
    for (const key of keys) this.#last.set(key, over);
    return result;
  }

  /** Resolves once all work is done that was begun before. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }

  #release(keys: readonly string[], over: Promise<void>): void {
    for (const key of keys) if (this.#last.get(key) === over) this.#last.delete(key);
  }
}
