/** A batch that was not applied, alone in its group. */
export class Rejected {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

interface Pending<Batch, Result> {
  readonly batch: Batch;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Collects what arrives in one turn of the event loop and applies it together, so that many writers share one wait for the
 * disk. Order is kept.
 */
export class GroupCommit<Batch, Result> {
  readonly #apply: (batches: readonly Batch[]) => readonly (Result | Rejected)[];
  #pending: Pending<Batch, Result>[] = [];

  /** @param apply applies all batches and answers each, or throws having applied none */
  constructor(apply: (batches: readonly Batch[]) => readonly (Result | Rejected)[]) {
    this.#apply = apply;
  }

  /** Resolves or rejects once the batch's group has been applied. */
  submit(batch: Batch): Promise<Result> {
    // setImmediate runs after all sockets that were ready have been read: their requests end up in the same group.
    if (this.#pending.length === 0) setImmediate(() => this.flush());
    return new Promise((resolve, reject) => this.#pending.push({ batch, resolve, reject }));
  }

  /** Applies what is waiting now. */
  flush(): void {
    const group = this.#pending;
    if (group.length === 0) return;
    this.#pending = [];
    let results: readonly (Result | Rejected)[];
    try {
      results = this.#apply(group.map(({ batch }) => batch));
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    for (const [index, result] of results.entries()) {
      if (result instanceof Rejected) group[index]?.reject(result.error);
      else group[index]?.resolve(result);
    }
  }
}
