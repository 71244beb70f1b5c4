/** The numbers that addresses of pods end with. */
const [FIRST, LAST] = [2, 254];

/** The addresses of a node's pods: those free the longest are given out first, so that an address is not used again at once. */
export class PodAddresses {
  readonly #addressesAt: (last: number) => readonly string[];
  readonly #used = new Set<number>();
  #next = FIRST;

  /** @param addressesAt the addresses of a pod by the number that each of them ends with */
  constructor(addressesAt: (last: number) => readonly string[]) {
    this.#addressesAt = addressesAt;
  }

  /** @throws RangeError when all are in use */
  take(): readonly string[] {
    for (let i = FIRST; i <= LAST; i++) {
      const last = this.#next;
      this.#next = last === LAST ? FIRST : last + 1;
      if (this.#used.has(last)) continue;
      this.#used.add(last);
      return this.#addressesAt(last);
    }
    throw new RangeError("no address for a pod is free");
  }

  /** Notes that an address is in use. */
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
