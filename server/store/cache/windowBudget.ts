/** What is taken from a budget, and can give some of it back. */
export interface BudgetUser {
  readonly bytes: number;
  /** Lets go of what it can do without most easily. @returns whether there was anything */
  dropOldest(): boolean;
}

/** Bytes that the past events of all resources may take together, and those of one. */
export interface WindowLimits {
  readonly total: number;
  readonly perResource: number;
}

export const NO_LIMITS: WindowLimits = { total: Number.POSITIVE_INFINITY, perResource: Number.POSITIVE_INFINITY };

/**
 * Shares memory between the windows of all resources. When all of it is used, the largest gives way, so that a resource that
 * changes all the time does not cost the others their past.
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

  /** A window takes so many bytes more, or fewer; its own number says so already. */
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
