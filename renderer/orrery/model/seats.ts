import type { PodEntry } from "./moons.ts";

/**
 * The seats of the pods around one body. A pod keeps its seat while it exists, so that pods do not move without reason;
 * a new pod takes the first free seat. The cost of a change does not depend on the number of seats.
 */
export class Seats {
  readonly #seats: (PodEntry | undefined)[] = [];
  readonly #places = new Map<string, number>();
  /** All seats before this one are taken. */
  #free = 0;
  #shown: readonly (PodEntry | undefined)[] | undefined;

  /** Number of pods. */
  get size(): number {
    return this.#places.size;
  }

  /** Gives a new pod a seat, or updates a pod that has one. */
  put(pod: PodEntry): void {
    const own = this.#places.get(pod.id);
    if (own === undefined) {
      while (this.#free < this.#seats.length && this.#seats[this.#free] !== undefined) this.#free++;
      this.#places.set(pod.id, this.#free);
    }
    this.#seats[own ?? this.#free] = pod;
    this.#shown = undefined;
  }

  /** Frees the seat of a pod; trailing free seats are removed. */
  remove(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    this.#seats[place] = undefined;
    while (this.#seats.length > 0 && this.#seats.at(-1) === undefined) this.#seats.pop();
    this.#free = Math.min(this.#free, place, this.#seats.length);
    this.#shown = undefined;
  }

  /** The pods by seat: the same array until one changes. */
  shown(): readonly (PodEntry | undefined)[] {
    this.#shown ??= [...this.#seats];
    return this.#shown;
  }
}
