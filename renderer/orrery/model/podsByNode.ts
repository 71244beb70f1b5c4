import type { PodEntry } from "./moons.ts";
import { Seats } from "./seats.ts";

/** A pod, and the name of its node; empty if it has none. */
export interface PlacedPod {
  readonly node: string;
  readonly pod: PodEntry;
}

/** The rows of a live list, with the differences from an earlier version; see `RowSnapshot`. */
export interface LiveRows<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly version: number;
  readonly changes: { readonly since: number; readonly before: ReadonlyMap<string, unknown> };
}

const NONE: readonly undefined[] = [];

/**
 * The pods of a live list, grouped by node. Applies the list's changes, so that a change costs the same in clusters of
 * any size. Only after missing a version does it compare all rows.
 */
export class PodsByNode<Row> {
  readonly #placeOf: (row: Row) => PlacedPod;
  readonly #placed = new Map<string, PlacedPod>();
  readonly #seats = new Map<string, Seats>();
  #version: number | undefined;

  /** @param placeOf reads a row; must be deterministic */
  constructor(placeOf: (row: Row) => PlacedPod) {
    this.#placeOf = placeOf;
  }

  /** Number of pods, including those without a node. */
  get size(): number {
    return this.#placed.size;
  }

  follow({ rows, version, changes }: LiveRows<Row>): void {
    if (version === this.#version) return;
    const changed = changes.since === this.#version ? changes.before.keys() : this.#all(rows);
    this.#version = version;
    const arrived: PlacedPod[] = [];
    for (const id of changed) {
      const row = rows.get(id);
      const [before, now] = [this.#placed.get(id), row === undefined ? undefined : this.#placeOf(row)];
      if (before !== undefined && before.node !== now?.node) this.#leave(id, before.node);
      if (now === undefined) this.#placed.delete(id);
      else if (before === undefined || !isSame(before, now)) {
        this.#placed.set(id, now);
        arrived.push(now);
      }
    }
    // Removals come first, so that their seats are free for new pods.
    for (const { node, pod } of arrived) this.#at(node).put(pod);
  }

  /** The pods of a node by seat: the same array until one of them changes. @param node empty for pods without a node */
  on(node: string): readonly (PodEntry | undefined)[] {
    return this.#seats.get(node)?.shown() ?? NONE;
  }

  /** All pods. */
  all(): PodEntry[] {
    return [...this.#placed.values()].map(({ pod }) => pod);
  }

  #all(rows: ReadonlyMap<string, Row>): Set<string> {
    return new Set([...this.#placed.keys(), ...rows.keys()]);
  }

  #leave(id: string, node: string): void {
    const seats = this.#at(node);
    seats.remove(id);
    if (seats.size === 0) this.#seats.delete(node);
  }

  #at(node: string): Seats {
    const known = this.#seats.get(node);
    if (known !== undefined) return known;
    const seats = new Seats();
    this.#seats.set(node, seats);
    return seats;
  }
}

const isSame = (a: PlacedPod, b: PlacedPod): boolean =>
  a.node === b.node && a.pod.tone === b.pod.tone && a.pod.name === b.pod.name && a.pod.namespace === b.pod.namespace;
