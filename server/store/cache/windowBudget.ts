/** A user of a budget that can give some memory back. */
export interface BudgetUser {
  readonly bytes: number;
  /** Drops its oldest part. @returns whether there was anything to drop */
  dropOldest(): boolean;
}

/** Maximum bytes of past events of all resources together, and of one resource. */
export interface WindowLimits {
  readonly total: number;
  readonly perResource: number;
}

export const NO_LIMITS: WindowLimits = { total: Number.POSITIVE_INFINITY, perResource: Number.POSITIVE_INFINITY };

/**
 * Shares memory between the windows of all resources. When all of it is used, the largest window shrinks first, so that
 * a resource that changes all the time does not cost the others their past events.
 */
export class WindowBudget {
  readonly #limits: WindowLimits;
  readonly #users = new Set<BudgetUser>();
  #used = 0;

  constructor(limits: WindowLimits) {
    this.#limits = limits;
  }

  /** Bytes that all windows take. */
  get used(): number {
    return this.#used;
  }

  /** Called after a window has grown (or shrunk) by `bytes`; the window's own size already includes them. */
  changed(user: BudgetUser, bytes: number): void {
    this.#used += bytes;
    if (user.bytes > 0) this.#users.add(user);
    else this.#users.delete(user);
    if (bytes <= 0) return;
    while (user.bytes > this.#limits.perResource && user.dropOldest());
    while (this.#used > this.#limits.total && this.#largest()?.dropOldest() === true);
  }

  #largest(): BudgetUser | undefined {
    let largest: BudgetUser | undefined;
    for (const user of this.#users) if (largest === undefined || user.bytes > largest.bytes) largest = user;
    return largest;
  }
}
