/**
 * Lets commits that have to wait for something reach the store in the order in which they came, as far as they are about
 * the same keys: a write may rest on one that was given to the store just before.
 */
export class CommitOrder {
  /** By key: resolved once the last commit that waits was given to the store. */
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * @param keys what the commit is about
   * @param batch what to commit; nothing is committed when it is rejected
   * @param commit gives a batch to the store before it returns
   * @returns what `commit` does
   */
  submit<B, T>(keys: readonly string[], batch: B | Promise<B>, commit: (batch: B) => Promise<T>): Promise<T> {
    const earlier = new Set(keys.map((key) => this.#last.get(key)).filter((last) => last !== undefined));
    if (earlier.size === 0 && !(batch instanceof Promise)) return commit(batch);
    const turn = Promise.allSettled([batch, ...earlier]).then(([ready]) => {
      for (const key of keys) if (this.#last.get(key) === turn) this.#last.delete(key);
      // In an object, because the next commit need not wait for the answer.
      return { answer: ready.status === "fulfilled" ? commit(ready.value) : Promise.reject(ready.reason) };
    });
    for (const key of keys) this.#last.set(key, turn);
    return turn.then(({ answer }) => answer);
  }
}
