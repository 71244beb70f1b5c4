/** The first and last number with which addresses of pods end. */
const [FIRST, LAST] = [2, 254];

/**
 * Allocates the addresses of a node's pods. It picks the address that has been free the longest, so that none is reused
 * at once.
 */
export class PodAddresses {
  readonly #addressesAt: (last: number) => readonly string[];
  readonly #used = new Set<number>();
  #next = FIRST;

  /** @param addressesAt returns the addresses of a pod for the number with which each of them ends */
  constructor(addressesAt: (last: number) => readonly string[]) {
    this.#addressesAt = addressesAt;
  }

  /** Whether a pod can get an address. */
  get areFree(): boolean {
    return this.#used.size < LAST - FIRST + 1;
  }

  /** @returns none when all are in use */
  take(): readonly string[] {
    for (let i = FIRST; i <= LAST; i++) {
      const last = this.#next;
      this.#next = last === LAST ? FIRST : last + 1;
      if (this.#used.has(last)) continue;
      this.#used.add(last);
      return this.#addressesAt(last);
    }
    return [];
  }

  /** Marks an address as in use. */
  keep(address: string): void {
    const last = this.#numberOf(address);
    if (last !== undefined) this.#used.add(last);
  }

  release(address: string): void {
    const last = this.#numberOf(address);
    if (last !== undefined) this.#used.delete(last);
  }

  #numberOf(address: string): number | undefined {
    const last = Number(/\d+$/.exec(address)?.[0]);
    return last >= FIRST && last <= LAST && this.#addressesAt(last).includes(address) ? last : undefined;
  }
}
