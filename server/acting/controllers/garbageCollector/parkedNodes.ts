/** Below this number, nodes that are gone are not looked for. */
const FEW = 1000;

/**
 * Nodes, by uid, that wait for something that may never happen. Nodes that are gone meanwhile are dropped when the
 * number has doubled, so the cost of an addition does not depend on it, and the memory stays in proportion to the nodes.
 */
export class ParkedNodes {
  readonly #uids = new Set<string>();
  readonly #isThere: (uid: string) => boolean;
  #limit = FEW;

  /** @param isThere whether a node still exists */
  constructor(isThere: (uid: string) => boolean) {
    this.#isThere = isThere;
  }

  get size(): number {
    return this.#uids.size;
  }

  add(uid: string): void {
    this.#uids.add(uid);
    if (this.#uids.size <= this.#limit) return;
    for (const each of this.#uids) if (!this.#isThere(each)) this.#uids.delete(each);
    this.#limit = Math.max(FEW, 2 * this.#uids.size);
  }

  delete(uid: string): void {
    this.#uids.delete(uid);
  }

  /** Removes all nodes, and returns them. */
  takeAll(): string[] {
    const all = [...this.#uids];
    this.#uids.clear();
    this.#limit = FEW;
    return all;
  }
}
