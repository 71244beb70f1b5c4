import type { HPAScalingRules } from "kubernetes-types/autoscaling/v2";

/** A number of pods at a time, in milliseconds since the epoch. */
export interface Sample {
  readonly time: number;
  readonly replicas: number;
}

/** What was recommended for one autoscaler, and what was done, as long as it matters. */
export class ScalingHistory {
  #recommendations: Sample[];
  #ups: Sample[] = [];
  #downs: Sample[] = [];

  /** @param first how many pods were wanted when the autoscaler was first looked at */
  constructor(first: Sample) {
    this.#recommendations = [first];
  }

  get recommendations(): readonly Sample[] {
    return this.#recommendations;
  }

  /** Notes what was recommended. @param cutoff what is older does not matter any more */
  recommend(sample: Sample, cutoff: number): void {
    this.#recommendations = [...this.#recommendations.filter(({ time }) => time >= cutoff), sample];
  }

  /** Notes that pods were added or taken away. */
  scaled(from: number, to: Sample, rules: { readonly up?: HPAScalingRules; readonly down?: HPAScalingRules }): void {
    const change = { time: to.time, replicas: Math.abs(to.replicas - from) };
    if (to.replicas > from) this.#ups = [...since(this.#ups, to.time - longestPeriod(rules.up)), change];
    else this.#downs = [...since(this.#downs, to.time - longestPeriod(rules.down)), change];
  }

  /**
   * The number of pods at the beginning of a period that ends now, computed back from the changes that this autoscaler
   * made.
   */
  replicasBefore(current: number, seconds: number, now: number): number {
    const cutoff = now - seconds * 1000;
    return current - sum(since(this.#ups, cutoff)) + sum(since(this.#downs, cutoff));
  }
}

const since = (samples: readonly Sample[], cutoff: number): Sample[] => samples.filter(({ time }) => time > cutoff);

const sum = (samples: readonly Sample[]): number => samples.reduce((total, { replicas }) => total + replicas, 0);

const longestPeriod = (rules: HPAScalingRules | undefined): number =>
  1000 * Math.max(0, ...(rules?.policies ?? []).map(({ periodSeconds }) => periodSeconds));
