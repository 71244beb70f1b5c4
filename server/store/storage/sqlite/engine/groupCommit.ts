/** A batch of a group that failed on its own. */
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

type Results<Result> = readonly (Result | Rejected)[];

/**
 * Collects the batches that arrive in one tick of the event loop, or while the previous group is being applied, and
 * applies them together, so that many writers share one wait for the disk. The order is preserved.
 */
export class GroupCommit<Batch, Result> {
  readonly #apply: (batches: readonly Batch[]) => Results<Result> | Promise<Results<Result>>;
  #pending: Pending<Batch, Result>[] = [];
  #underWay: Promise<void> | undefined;

  /** @param apply applies all batches and returns a result for each, or throws having applied none */
  constructor(apply: (batches: readonly Batch[]) => Results<Result> | Promise<Results<Result>>) {
    this.#apply = apply;
  }

  /** Resolves or rejects once the batch's group has been applied. */
  submit(batch: Batch): Promise<Result> {
    // setImmediate runs after all sockets that were ready have been read: their requests end up in the same group.
    if (this.#pending.length === 0 && this.#underWay === undefined) setImmediate(() => this.#next());
    return new Promise((resolve, reject) => this.#pending.push({ batch, resolve, reject }));
  }

  /** Applies the waiting batches now, and resolves once nothing is in progress. */
  async flush(): Promise<void> {
    while (this.#pending.length > 0 || this.#underWay !== undefined) {
      this.#next();
      await this.#underWay;
    }
  }

  #next(): void {
    const group = this.#pending;
    if (group.length === 0 || this.#underWay !== undefined) return;
    this.#pending = [];
    try {
      const results = this.#apply(group.map(({ batch }) => batch));
      if (results instanceof Promise) this.#underWay = this.#await(results, group);
      else settle(group, results);
    } catch (error) {
      refuse(group, error);
    }
  }

  async #await(results: Promise<Results<Result>>, group: readonly Pending<Batch, Result>[]): Promise<void> {
    try {
      settle(group, await results);
    } catch (error) {
      refuse(group, error);
    }
    this.#underWay = undefined;
    this.#next();
  }
}

function settle<Batch, Result>(group: readonly Pending<Batch, Result>[], results: Results<Result>): void {
  for (const [index, result] of results.entries()) {
    if (result instanceof Rejected) group[index]?.reject(result.error);
    else group[index]?.resolve(result);
  }
}

function refuse<Batch, Result>(group: readonly Pending<Batch, Result>[], error: unknown): void {
  for (const { reject } of group) reject(error);
}
