/** Serializes work on keys: work that shares a key with earlier work waits for it, all other work runs concurrently. */
export class KeyTurns {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs the work; it starts at once when no other work on any of the keys is in progress. */
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

  /** Resolves once all work that was begun before is done. */
  async idle(): Promise<void> {
    await Promise.all(this.#last.values());
  }

  #release(keys: readonly string[], over: Promise<void>): void {
    for (const key of keys) if (this.#last.get(key) === over) this.#last.delete(key);
  }
}
