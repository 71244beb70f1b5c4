import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient, ListOptions, ResourceReference } from "../../api/client/apiClient.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { WorkQueue } from "../../ground/timing/workQueue.ts";
import { keyOf, startInformer } from "./informer.ts";

/** What every controller is given. */
export interface ControllerParts {
  /** Acts under the controller's own service account. */
  readonly client: ApiClient;
  readonly vocabulary: Vocabulary;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  now(): number;
  onError(error: unknown, key: string): void;
}

/** A resource that a controller follows. */
export interface Source {
  readonly ref: ResourceReference;
  readonly options?: Pick<ListOptions, "labelSelector" | "fieldSelector">;
  /** Keys to work on when an object appeared, changed or went. Default: the object's own key. */
  keys?(object: ApiObject, deleted: boolean): Iterable<string>;
}

export interface ControllerSpec {
  readonly sources: readonly Source[];
  /**
   * Makes the world right for one key; rejections are retried later. May ask for another go after some milliseconds, which
   * comes after a day at the latest.
   */
  reconcile(key: string): Promise<{ readonly again: number } | undefined>;
  readonly concurrency?: number;
}

/** A loop that runs. */
export interface RunningController {
  /** Resolves when all sources were listed and all keys known then were worked on. */
  settled(): Promise<void>;
  /** Stops following, and waits for what is being worked on. */
  stop(): Promise<void>;
}

/** Delays are reckoned from times of the wall clock, which may be set meanwhile. */
const LONGEST_WAIT = 24 * 3600_000;

/**
 * Runs a controller: follows its sources, puts the keys they touch into a work queue, and reconciles key by key. Holds no
 * state that a restart would miss.
 */
export function startController(parts: ControllerParts, spec: ControllerSpec): RunningController {
  const queue: WorkQueue = new WorkQueue({
    timers: parts.timers,
    concurrency: spec.concurrency,
    onError: parts.onError,
    async work(key) {
      const result = await spec.reconcile(key);
      if (result !== undefined) queue.addAfter(key, Math.min(result.again, LONGEST_WAIT));
    },
  });
  const informers = spec.sources.map((source) =>
    startInformer({
      client: parts.client,
      ref: source.ref,
      options: source.options,
      timers: parts.timers,
      onChange(object, deleted) {
        for (const key of source.keys?.(object, deleted) ?? [keyOf(object)]) queue.add(key);
      },
      onError: (error) => parts.onError(error, source.ref.resource),
    }),
  );
  return {
    async settled() {
      await Promise.all(informers.map((informer) => informer.synced));
      await queue.idle();
    },
    async stop() {
      await Promise.all([queue.stop(), ...informers.map((informer) => informer.stop())]);
    },
  };
}
