import { randomInt } from "node:crypto";

/** Maximum number of keys of one lease: when the lease ends, etcd deletes them all at once. */
const KEYS_PER_LEASE = 1000;

export interface LeasesOptions {
  /** Seconds during which a lease is assigned to further keys: a key may live that much longer than requested. */
  readonly reuseSeconds: number;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonic: () => number;
  grant(lease: { readonly id: number; readonly seconds: number }): Promise<{ readonly seconds: number }>;
}

interface Lease {
  readonly id: number;
  /** Until when the lease is assigned to further keys, on the monotonic clock. */
  readonly until: number;
  keys: number;
}

/**
 * The leases by which etcd expires keys: keys with the same time to live that are written within a short time share
 * one.
 */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #byTime = new Map<number, Promise<Lease>>();

  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  /** The id of a lease that lasts at least `timeToLive` seconds from now. */
  async idFor(timeToLive: number): Promise<number> {
    for (;;) {
      const known = this.#byTime.get(timeToLive);
      const lease = await (known ?? this.#grant(timeToLive));
      if (known !== undefined && !this.#isGood(lease)) {
        if (this.#byTime.get(timeToLive) === known) this.#byTime.delete(timeToLive);
        continue;
      }
      lease.keys++;
      return lease.id;
    }
  }

  /** Forgets all leases, after etcd did not recognize one of them. */
  forget(): void {
    this.#byTime.clear();
  }

  #isGood(lease: Lease): boolean {
    return lease.keys < KEYS_PER_LEASE && this.#options.monotonic() < lease.until;
  }

  #grant(timeToLive: number): Promise<Lease> {
    const { grant, monotonic, reuseSeconds } = this.#options;
    // Measured before the request: the lease begins later than this, never earlier.
    const until = monotonic() + reuseSeconds * 1000;
    const id = randomInt(1, 2 ** 48 - 1);
    const lease = grant({ id, seconds: Math.ceil(timeToLive) + reuseSeconds }).then(() => ({ id, until, keys: 0 }));
    this.#byTime.set(timeToLive, lease);
    lease.catch(() => {
      if (this.#byTime.get(timeToLive) === lease) this.#byTime.delete(timeToLive);
    });
    return lease;
  }
}
