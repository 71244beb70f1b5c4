import { DEFAULT_BUCKETS } from "../../../../ground/observability/registry/histogram.ts";

export type ProbeName = "Startup" | "Readiness" | "Liveness";

/** The possible results of one probe. */
export const PROBE_RESULTS = ["successful", "failed"] as const;
export type ProbeResult = (typeof PROBE_RESULTS)[number];

/** How often a probe had a result, and how long its successes took. */
export interface ProbeTally {
  readonly results: Record<ProbeResult, number>;
  /** Cumulative counts: successes that took at most the seconds at the same index of {@link DEFAULT_BUCKETS}. */
  readonly atMost: number[];
  /** Total seconds. */
  took: number;
}

/** Counts the probe results of a container. Probes that could not be sent are not counted. */
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
