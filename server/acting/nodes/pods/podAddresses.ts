/** The addresses of a node's pods: those free the longest are given out first, so that an address is not used again at once. */
export class PodAddresses {
  readonly #block: string;
  readonly #used = new Set<number>();
  #next = 2;

  /** @param block the first three numbers: `10.244.0` */
  constructor(block: string) {
    this.#block = block;
  }

  /** @throws RangeError when all are in use */
  take(): string {
    for (let i = 0; i < 253; i++) {
      const last = this.#next;
      this.#next = last === 254 ? 2 : last + 1;
      if (this.#used.has(last)) continue;
      this.#used.add(last);
      return `${this.#block}.${last}`;
    }
    throw new RangeError(`no address of ${this.#block}.0/24 is free`);
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
    return address.startsWith(`${this.#block}.`) ? Number(address.slice(this.#block.length + 1)) : undefined;
  }
}
