import type { PodLife } from "./pods/podLife.ts";
import { isCritical } from "./pods/podParts.ts";

/** Milliseconds between two pods that a node under pressure gives up. */
const PACE = 10_000;

/** Milliseconds that containers of such a pod have to end. */
const GRACE = 1_000;

export interface EvictionParts {
  /** `memory` or `ephemeral-storage`. */
  readonly resource: string;
  lives(): readonly PodLife[];
  /** Writes an Event about a pod. */
  tell(life: PodLife, type: "Warning", reason: string, message: string): void;
  /** Writes an Event about the node, that it gives up pods. */
  tellThreshold(): void;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Aborts when there is room again. */
  readonly signal: AbortSignal;
}

/** Gives pods up one after the other while a node is under pressure: the least important first, of these who asked for nothing. */
export async function evictPods({ resource, lives, tell, tellThreshold, sleep, signal }: EvictionParts): Promise<void> {
  while (!signal.aborted) {
    const [first] = [...lives()].filter(mayGo).sort(byImportance);
    if (first !== undefined) {
      const why = `The node was low on resource: ${resource}. Threshold quantity: 100Mi, available: 50Mi. `;
      tellThreshold();
      tell(first, "Warning", "Evicted", why);
      await first.fail({ reason: "Evicted", message: why, disruption: why, grace: GRACE });
    }
    await sleep(PACE, signal);
  }
}

const mayGo = ({ pod, isTerminated, hasFailed }: PodLife): boolean =>
  !isTerminated && !hasFailed && pod.metadata.deletionTimestamp === undefined && !isCritical(pod);

const RANKS: Readonly<Record<string, number>> = { BestEffort: 0, Burstable: 1, Guaranteed: 2 };

function byImportance(a: PodLife, b: PodLife): number {
  const rank = ({ pod }: PodLife): number => RANKS[pod.status?.qosClass ?? "BestEffort"] ?? 0;
  return rank(a) - rank(b) || (a.pod.spec.priority ?? 0) - (b.pod.spec.priority ?? 0);
}
