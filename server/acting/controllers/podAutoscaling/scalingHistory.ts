import type { HPAScalingRules } from "kubernetes-types/autoscaling/v2";
import { maxOf } from "../../../../shared/collections/extremes.ts";

/** The number of pods at a time, in milliseconds since the epoch. */
export interface Sample {
  readonly time: number;
  readonly replicas: number;
}

/** The recommendations and changes of one autoscaler, as long as they are relevant. */
export class ScalingHistory {
  #recommendations: Sample[];
  #ups: Sample[] = [];
  #downs: Sample[] = [];

  /** @param first the wanted number of pods when the autoscaler was first synced */
  constructor(first: Sample) {
    this.#recommendations = [first];
  }

  get recommendations(): readonly Sample[] {
    return this.#recommendations;
  }

  /** Records a recommendation. @param cutoff older ones are dropped */
  recommend(sample: Sample, cutoff: number): void {
    this.#recommendations = [...this.#recommendations.filter(({ time }) => time >= cutoff), sample];
  }

  /** Records that pods were added or removed. */
  scaled(from: number, to: Sample, rules: { readonly up?: HPAScalingRules; readonly down?: HPAScalingRules }): void {
    const change = { time: to.time, replicas: Math.abs(to.replicas - from) };
    if (to.replicas > from) this.#ups = [...since(this.#ups, to.time - longestPeriod(rules.up)), change];
    else this.#downs = [...since(this.#downs, to.time - longestPeriod(rules.down)), change];
  }

  /**
   * The number of pods at the beginning of a period that ends now, computed from this autoscaler's recorded changes.
   */
  replicasBefore(current: number, seconds: number, now: number): number {
    const cutoff = now - seconds * 1000;
    return current - sum(since(this.#ups, cutoff)) + sum(since(this.#downs, cutoff));
  }
}

const since = (samples: readonly Sample[], cutoff: number): Sample[] => samples.filter(({ time }) => time > cutoff);

const sum = (samples: readonly Sample[]): number => samples.reduce((total, { replicas }) => total + replicas, 0);

const longestPeriod = (rules: HPAScalingRules | undefined): number =>
  1000 * Math.max(0, maxOf((rules?.policies ?? []).map(({ periodSeconds }) => periodSeconds)));
