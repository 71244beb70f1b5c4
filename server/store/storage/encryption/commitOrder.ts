/**
 * Keeps the order of commits that have to wait before they are passed to the store. Commits with a common key reach the
 * store in the order of submission, because a write may depend on one that was submitted just before.
 */
export class CommitOrder {
  /** For each key: resolves once the latest waiting commit has been passed to the store. */
  readonly #last = new Map<string, Promise<unknown>>();

  /**
   * @param keys the keys that the commit concerns
   * @param batch the batch to commit; if it is rejected, nothing is committed
   * @param commit passes a batch to the store synchronously
   * @returns the result of `commit`
   */
  submit<B, T>(keys: readonly string[], batch: B | Promise<B>, commit: (batch: B) => Promise<T>): Promise<T> {
    const earlier = new Set(keys.map((key) => this.#last.get(key)).filter((last) => last !== undefined));
    if (earlier.size === 0 && !(batch instanceof Promise)) return commit(batch);
    const turn = Promise.allSettled([batch, ...earlier]).then(([ready]) => {
      for (const key of keys) if (this.#last.get(key) === turn) this.#last.delete(key);
      // Wrapped in an object, because the next commit must not wait for the answer.
      return { answer: ready.status === "fulfilled" ? commit(ready.value) : Promise.reject(ready.reason) };
    });
    for (const key of keys) this.#last.set(key, turn);
    return turn.then(({ answer }) => answer);
  }
}
