import type { EventRecorder } from "../../events/eventRecorder.ts";
import type { PodLife } from "../pods/podLife.ts";
import { isCritical } from "../pods/podParts.ts";
import type { ProgramTime } from "../programs/program.ts";
import { byRank, evictionWords, type StarvedResource } from "./evictionRank.ts";

/** Milliseconds between two evictions on a node under pressure. */
const CHECK_INTERVAL = 10_000;

/** Grace period of an evicted pod's containers, in milliseconds. */
const GRACE = 1_000;

export interface EvictionParts {
  readonly time: ProgramTime;
  readonly recorder: EventRecorder;
  podLives(): readonly PodLife[];
  /** Usage of a resource by a pod's containers in bytes, by container name. */
  usage(life: PodLife, resource: StarvedResource["name"]): Promise<ReadonlyMap<string, number>>;
  /** Capacity of the node for a resource, in bytes. */
  capacity(resource: StarvedResource["name"]): number;
  /** Writes an Event about the node: it evicts pods because this resource is short. */
  recordThreshold(resource: string): void;
  onError(error: unknown): void;
}

/** Evicts pods one after the other while a node is under pressure, in the reference's order. */
export class PressureEviction {
  readonly #parts: EvictionParts;
  #pressureAbort: AbortController | undefined;

  constructor(parts: EvictionParts) {
    this.#parts = parts;
  }

  /** @param resource the resource that is short; undefined when the pressure has ended */
  set(resource: StarvedResource["name"] | undefined): void {
    this.#pressureAbort?.abort();
    this.#pressureAbort = undefined;
    if (resource === undefined) return;
    this.#pressureAbort = new AbortController();
    void this.#evict(resource, this.#pressureAbort.signal);
  }

  async #evict(name: StarvedResource["name"], signal: AbortSignal): Promise<void> {
    const { time, capacity, onError } = this.#parts;
    const resource = { name, capacity: capacity(name) };
    while (!signal.aborted) {
      try {
        await this.#evictOne(resource, signal);
      } catch (error) {
        onError(error);
      }
      await time.sleep(CHECK_INTERVAL, signal);
    }
  }

  async #evictOne(resource: StarvedResource, signal: AbortSignal): Promise<void> {
    const { podLives, recorder, recordThreshold, usage } = this.#parts;
    const candidates = await Promise.all(
      podLives()
        .filter(isEvictable)
        .map(async (life) => ({ life, pod: life.pod, usage: await usage(life, resource.name) })),
    );
    const [first] = candidates.sort(byRank(resource.name));
    if (first === undefined || signal.aborted || !isEvictable(first.life)) return;
    const { message, annotations } = evictionWords(first, resource);
    recordThreshold(resource.name);
    recorder.record(first.pod, "Warning", "Evicted", message, { annotations });
    await first.life.fail({ reason: "Evicted", message, disruption: message, grace: GRACE });
  }
}

const isEvictable = ({ pod, isTerminated, hasFailed }: PodLife): boolean =>
  !isTerminated && !hasFailed && pod.metadata.deletionTimestamp === undefined && !isCritical(pod);
