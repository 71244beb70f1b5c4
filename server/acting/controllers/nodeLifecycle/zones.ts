import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { NodeLifecycleOptions } from "./flags.ts";

/** How many nodes of a zone are ready, and how many are not. */
export interface ZoneCount {
  ready: number;
  unready: number;
}

/** How well a zone is: many of its nodes have failed, or all. */
export type ZoneState = "normal" | "partial" | "full";

/** What the state of all zones leads to. */
export interface Outcome {
  /** Zones whose nodes are to be tainted at another rate from now on, in nodes a second. */
  readonly rates: ReadonlyMap<string, number>;
  /** No node is ready any more. Then the network is the likelier cause, and no pod is to be evicted. */
  readonly begins: boolean;
  /** A node is ready again after none was: all nodes are given time to be heard of. */
  readonly ends: boolean;
}

/** The zone of a node, with its region; nodes that name neither are in a zone of their own. */
export function zoneOf({ metadata: { labels = {} } }: ApiObject, vocabulary: Vocabulary): string {
  const [region = "", zone = ""] = ["region", "zone"].map(
    (part) => labels[vocabulary.render(`topology.{labelDomain}/${part}`)],
  );
  return `${region}/${zone}`;
}

/** @param threshold the part of its nodes from which on many have failed */
export function stateOf({ ready, unready }: ZoneCount, threshold: number): ZoneState {
  if (ready === 0 && unready > 0) return "full";
  return unready > 2 && unready / (ready + unready) >= threshold ? "partial" : "normal";
}

/** Remembers how well zones are, and what follows from a change. */
export class Zones {
  readonly #options: NodeLifecycleOptions;
  readonly #states = new Map<string, ZoneState | "new">();

  constructor(options: NodeLifecycleOptions) {
    this.#options = options;
  }

  /** @param counts of all zones that have nodes */
  judge(counts: ReadonlyMap<string, ZoneCount>): Outcome {
    for (const zone of this.#states.keys()) if (!counts.has(zone)) this.#states.delete(zone);
    const next = new Map<string, ZoneState>();
    for (const [zone, count] of counts) {
      if (!this.#states.has(zone)) this.#states.set(zone, "new");
      next.set(zone, stateOf(count, this.#options.unhealthyZoneThreshold));
    }
    const isFull = [...next.values()].every((state) => state === "full");
    const wasFull = [...this.#states.values()].every((state) => state === "full");
    const rates = new Map<string, number>();
    if (isFull && wasFull) return { rates, begins: false, ends: false };
    for (const [zone, count] of counts) {
      const state = next.get(zone) ?? "normal";
      if (isFull) rates.set(zone, 0);
      else if (wasFull || this.#states.get(zone) !== state) rates.set(zone, this.#rateOf(state, count));
      this.#states.set(zone, state);
    }
    return { rates, begins: isFull, ends: wasFull };
  }

  #rateOf(state: ZoneState, { ready, unready }: ZoneCount): number {
    const { nodeEvictionRate, secondaryNodeEvictionRate, largeClusterSizeThreshold } = this.#options;
    if (state !== "partial") return nodeEvictionRate;
    return ready + unready > largeClusterSizeThreshold ? secondaryNodeEvictionRate : 0;
  }
}
