import { DEFAULT_BUCKETS } from "../../../../ground/observability/registry/histogram.ts";

export type ProbeName = "Startup" | "Readiness" | "Liveness";

/** What becomes of asking a probe once. */
export const PROBE_RESULTS = ["successful", "failed"] as const;
export type ProbeResult = (typeof PROBE_RESULTS)[number];

/** How often a probe came to which result, and how long its successes took. */
export interface ProbeTally {
  readonly results: Record<ProbeResult, number>;
  /** How many took at most as many seconds as {@link DEFAULT_BUCKETS} says at the same place. */
  readonly atMost: number[];
  /** Seconds in all. */
  took: number;
}

/** The answers to the probes of a container. What could not be asked does not count. */
export class ProbeCounts implements Iterable<[ProbeName, Readonly<ProbeTally>]> {
  readonly #tallies = new Map<ProbeName, ProbeTally>();

  /** @param took milliseconds */
  count(probe: ProbeName, result: ProbeResult, took: number): void {
    const tally = this.#tallies.get(probe) ?? {
      results: { successful: 0, failed: 0 },
      atMost: DEFAULT_BUCKETS.map(() => 0),
      took: 0,
    };
    this.#tallies.set(probe, tally);
    tally.results[result] += 1;
    if (result !== "successful") return;
    tally.took += took / 1000;
    DEFAULT_BUCKETS.forEach((most, i) => {
      if (took / 1000 <= most) tally.atMost[i] = (tally.atMost[i] ?? 0) + 1;
    });
  }

  [Symbol.iterator](): Iterator<[ProbeName, Readonly<ProbeTally>]> {
    return this.#tallies[Symbol.iterator]();
  }
}
