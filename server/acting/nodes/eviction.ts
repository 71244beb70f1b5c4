import type { EventRecorder } from "../events/eventRecorder.ts";
import type { PodLife } from "./pods/podLife.ts";
import { isCritical } from "./pods/podParts.ts";
import type { ProgramTime } from "./programs/program.ts";

/** Milliseconds between two pods that a node under pressure gives up. */
const PACE = 10_000;

/** Milliseconds that containers of such a pod have to end. */
const GRACE = 1_000;

export interface EvictionParts {
  readonly time: ProgramTime;
  readonly recorder: EventRecorder;
  lives(): readonly PodLife[];
  /** Writes an Event about the node, that it gives up pods for a resource. */
  tellThreshold(resource: string): void;
}

/** Gives pods up one after the other while a node is under pressure: the least important first, of these who asked for nothing. */
export class PressureEviction {
  readonly #parts: EvictionParts;
  #pressed: AbortController | undefined;

  constructor(parts: EvictionParts) {
    this.#parts = parts;
  }

  /** @param resource what the node is short of: `memory` or `ephemeral-storage`; undefined when there is room again */
  set(resource: string | undefined): void {
    this.#pressed?.abort();
    this.#pressed = undefined;
    if (resource === undefined) return;
    this.#pressed = new AbortController();
    void this.#evict(resource, this.#pressed.signal);
  }

  async #evict(resource: string, signal: AbortSignal): Promise<void> {
    const { lives, recorder, tellThreshold, time } = this.#parts;
    while (!signal.aborted) {
      const [first] = [...lives()].filter(mayGo).sort(byImportance);
      if (first !== undefined) {
        const why = `The node was low on resource: ${resource}. Threshold quantity: 100Mi, available: 50Mi. `;
        tellThreshold(resource);
        recorder.tell(first.pod, "Warning", "Evicted", why);
        await first.fail({ reason: "Evicted", message: why, disruption: why, grace: GRACE });
      }
      await time.sleep(PACE, signal);
    }
  }
}

const mayGo = ({ pod, isTerminated, hasFailed }: PodLife): boolean =>
  !isTerminated && !hasFailed && pod.metadata.deletionTimestamp === undefined && !isCritical(pod);

const RANKS: Readonly<Record<string, number>> = { BestEffort: 0, Burstable: 1, Guaranteed: 2 };

function byImportance(a: PodLife, b: PodLife): number {
  const rank = ({ pod }: PodLife): number => RANKS[pod.status?.qosClass ?? "BestEffort"] ?? 0;
  return rank(a) - rank(b) || (a.pod.spec.priority ?? 0) - (b.pod.spec.priority ?? 0);
}
