import type { ApiObject } from "../../../../shared/object.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { NodeLifecycleOptions } from "./flags.ts";

/** The numbers of ready and unready nodes of a zone. */
export interface ZoneCount {
  ready: number;
  unready: number;
}

/** The health of a zone: `partial` when many of its nodes have failed, `full` when all have. */
export type ZoneState = "normal" | "partial" | "full";

/** The consequences of a change of zone states. */
export interface Outcome {
  /** Zones with a new taint rate, in nodes per second. */
  readonly rates: ReadonlyMap<string, number>;
  /** No node is ready any more: the network is then the likelier cause, and no pod must be evicted. */
  readonly begins: boolean;
  /** A node is ready again after none was: all nodes get time to report again. */
  readonly ends: boolean;
}

/** The zone of a node, with its region; nodes without either are in one zone. */
export function zoneOf({ metadata: { labels = {} } }: ApiObject, vocabulary: Vocabulary): string {
  const [region = "", zone = ""] = ["region", "zone"].map(
    (part) => labels[vocabulary.render(`topology.{labelDomain}/${part}`)],
  );
  return `${region}/${zone}`;
}

/** @param threshold the fraction of unready nodes from which a zone is `partial` */
export function stateOf({ ready, unready }: ZoneCount, threshold: number): ZoneState {
  if (ready === 0 && unready > 0) return "full";
  return unready > 2 && unready / (ready + unready) >= threshold ? "partial" : "normal";
}

/** Stores the states of zones, and computes the consequences of changes. */
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
