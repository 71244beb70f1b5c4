/** Work on keys, in order: what has a key in common with earlier work waits for it, everything else does not. */
export class KeyTurns {
  readonly #last = new Map<string, Promise<void>>();

  /** Begins at once when nothing is under way on any of the keys. */
  run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.flatMap((key) => this.#last.get(key) ?? []);
    const result = before.length === 0 ? work() : Promise.all(before).then(work);
    const over: Promise<void> = result.then(
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
