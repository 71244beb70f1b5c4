import type { EventRecorder } from "../../events/eventRecorder.ts";
import type { PodLife } from "../pods/podLife.ts";
import { isCritical } from "../pods/podParts.ts";
import type { ProgramTime } from "../programs/program.ts";
import { isOnNode, limitsStorage, type StorageUse, storageExcess } from "./storageLimits.ts";
import { type MeasureStorage, storageUse } from "./storageUse.ts";

/**
 * Milliseconds between two checks of what pods have written, and the minimum between two measurements of their volumes.
 */
const LOOK = 10_000;
const VOLUME_CHECK_INTERVAL = 60_000;
/** Grace period of an evicted pod's containers, in milliseconds. */
const GRACE = 1_000;

export interface StorageWatchParts {
  readonly time: ProgramTime;
  /** Pods on the node. */
  podLives(): readonly PodLife[];
  readonly recorder: EventRecorder;
  /** Measures the bytes in volumes and containers. */
  readonly storage: MeasureStorage;
  onError(error: unknown): void;
  /** Aborts when the node's agent stops. */
  readonly signal: AbortSignal;
}

interface VolumeUse {
  readonly time: number;
  readonly volumes: ReadonlyMap<string, number>;
}

/** Evicts pods that exceed their storage limits. It costs nothing while no pod has such limits. */
export class StorageWatch {
  readonly #parts: StorageWatchParts;
  /** The last measurement of a pod's volumes. */
  readonly #measured = new WeakMap<PodLife, VolumeUse>();
  #watching: Promise<void> | undefined;

  constructor(parts: StorageWatchParts) {
    this.#parts = parts;
  }

  /** Adds a pod that has arrived on the node. */
  take(life: PodLife): void {
    if (!limitsStorage(life.pod) || isCritical(life.pod)) return;
    this.#measured.set(life, { time: this.#parts.time.now(), volumes: new Map() });
    this.#watching ??= this.#watch();
  }

  /** Resolves when the watch has ended. */
  async ended(): Promise<void> {
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { time, podLives, signal, onError } = this.#parts;
    while (!signal.aborted && podLives().some((life) => this.#isWatched(life))) {
      await time.sleep(LOOK, signal);
      if (signal.aborted) break;
      try {
        const watched = podLives().filter((life) => this.#isWatched(life));
        await Promise.all(watched.map((life) => this.#check(life)));
      } catch (error) {
        onError(error);
      }
    }
    this.#watching = undefined;
  }

  #isWatched(life: PodLife): boolean {
    return this.#measured.has(life) && !life.isOver;
  }

  async #check(life: PodLife): Promise<void> {
    if (life.pod.metadata.deletionTimestamp !== undefined) return;
    const message = storageExcess(life.pod, await this.#use(life));
    if (message === undefined || life.isOver) return;
    this.#parts.recorder.record(life.pod, "Warning", "Evicted", message);
    await life.fail({ reason: "Evicted", message, grace: GRACE });
  }

  async #use(life: PodLife): Promise<StorageUse> {
    const { storage, time } = this.#parts;
    const before = this.#measured.get(life) ?? { time: Number.NEGATIVE_INFINITY, volumes: new Map() };
    const isDue = time.now() - before.time >= VOLUME_CHECK_INTERVAL;
    const names = isDue ? (life.pod.spec.volumes ?? []).filter(isOnNode).map(({ name }) => name) : [];
    const { volumes, containers } = await storageUse(life, names, storage);
    if (isDue) this.#measured.set(life, { time: time.now(), volumes });
    return { volumes: isDue ? volumes : before.volumes, containers };
  }
}
