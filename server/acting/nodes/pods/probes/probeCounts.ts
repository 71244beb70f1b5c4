export type ProbeName = "Startup" | "Readiness" | "Liveness";

/** What becomes of asking a probe once. */
export const PROBE_RESULTS = ["successful", "failed", "unknown"] as const;
export type ProbeResult = (typeof PROBE_RESULTS)[number];

/** How often the probes of a container came to which result. */
export class ProbeCounts implements Iterable<[ProbeName, Readonly<Record<ProbeResult, number>>]> {
  readonly #counts = new Map<ProbeName, Record<ProbeResult, number>>();

  count(probe: ProbeName, result: ProbeResult): void {
    const counts = this.#counts.get(probe) ?? { successful: 0, failed: 0, unknown: 0 };
    counts[result] += 1;
    this.#counts.set(probe, counts);
  }

  [Symbol.iterator](): Iterator<[ProbeName, Readonly<Record<ProbeResult, number>>]> {
    return this.#counts[Symbol.iterator]();
  }
}
