import { minOf } from "../../../../shared/collections/extremes.ts";
import { keyOf } from "../../informers/objectKey.ts";
import type { DaemonSet } from "./kinds.ts";

/** First and longest delay before a failed pod is replaced, in milliseconds. */
const FIRST = 1_000;
const LONGEST = 15 * 60_000;

interface Failure {
  readonly at: number;
  readonly delay: number;
}

/** Backoff for replacing daemon pods that fail repeatedly on a node. */
export class FailedPods {
  readonly #now: () => number;
  /** Failures by the key of the set, then by the set's generation and the node. */
  readonly #failures = new Map<string, Map<string, Failure>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether a pod that has failed may be replaced now. */
  mayReplace(set: DaemonSet, node: string): boolean {
    const now = this.#now();
    const own = this.#failures.get(keyOf(set)) ?? new Map<string, Failure>();
    this.#failures.set(keyOf(set), own);
    const place = `${set.status?.observedGeneration ?? 0}/${node}`;
    const known = own.get(place);
    if (known !== undefined && now - known.at < known.delay) return false;
    const isForgotten = known === undefined || now - known.at > 2 * LONGEST;
    own.set(place, { at: now, delay: isForgotten ? FIRST : Math.min(2 * known.delay, LONGEST) });
    return true;
  }

  /** Milliseconds until the next failed pod of a set may be replaced; undefined when none waits. */
  next(key: string): number | undefined {
    const now = this.#now();
    const waits = [...(this.#failures.get(key)?.values() ?? [])]
      .map(({ at, delay }) => at + delay - now)
      .filter((wait) => wait > 0);
    return waits.length === 0 ? undefined : minOf(waits);
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }
}
