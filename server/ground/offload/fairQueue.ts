/** Waiting entries of many owners: owners are served in turn, each one's oldest entry first. */
export class FairQueue<T> {
  readonly #owners = new Map<string, T[]>();

  get size(): number {
    let size = 0;
    for (const entries of this.#owners.values()) size += entries.length;
    return size;
  }

  add(owner: string, entry: T): void {
    const entries = this.#owners.get(owner);
    if (entries === undefined) this.#owners.set(owner, [entry]);
    else entries.push(entry);
  }

  /** Undefined when nothing is waiting. */
  take(): T | undefined {
    for (const [owner, entries] of this.#owners) {
      const entry = entries.shift();
      // An owner with more entries moves to the end.
      this.#owners.delete(owner);
      if (entries.length > 0) this.#owners.set(owner, entries);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /** Removes a waiting entry. @returns whether it was waiting */
  remove(owner: string, entry: T): boolean {
    const entries = this.#owners.get(owner);
    const at = entries?.indexOf(entry) ?? -1;
    if (entries === undefined || at < 0) return false;
    entries.splice(at, 1);
    if (entries.length === 0) this.#owners.delete(owner);
    return true;
  }
}
