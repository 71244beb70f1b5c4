import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient, ListOptions, ResourceReference } from "../../api/client/apiClient.ts";
import type { Features } from "../../api/registry/features.ts";
import type { Gate } from "../../ground/timing/gate.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { type QueueObserver, WorkQueue } from "../../ground/timing/workQueue.ts";
import { sharedTurns } from "../../ground/turns/sharedTurns.ts";
import type { ObjectChange } from "../../store/cache/reader.ts";
import type { PathReader } from "../client/pathReader.ts";
import type { ServersBehind } from "../client/serversBehind.ts";
import type { EventRecorder } from "../events/eventRecorder.ts";
import { type Followed, followAfter } from "../informers/followAfter.ts";
import type { Informer, Informers, Telling } from "../informers/informers.ts";
import { keyOf, splitKey } from "../informers/objectKey.ts";
import { startReflector } from "../informers/reflector.ts";

/** What every controller is given. */
export interface ControllerParts {
  /** Acts under the controller's own service account. */
  readonly client: ApiClient;
  /** The servers behind this one, under the same account. Default: there is none. */
  readonly behind?: ServersBehind | undefined;
  readonly vocabulary: Vocabulary;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  now(): number;
  onError(error: unknown, key: string): void;
  /** Which features are on. Default: what they are by default. */
  readonly features?: Features | undefined;
  /** Observes the controller's queue. Default: no observer. */
  readonly observer?: QueueObserver | undefined;
  /** Wraps the delivery of each change to a listener. Default: none. */
  readonly telling?: Telling | undefined;
  /** Where the controller passes before it works on a key. Default: nowhere. */
  readonly gate?: Gate | undefined;
}

/** The same for controllers that look at several kinds of objects and report what they do. */
export interface InformedParts extends ControllerParts {
  /** What there is; shared by all who act. */
  readonly informers: Informers;
  /** Writes Events for users, in the controller's own name. */
  readonly recorder: EventRecorder;
  /** Reads what this server or any server behind it serves, under the controller's own service account. */
  readonly read?: PathReader | undefined;
}

/** A resource that a controller follows through the shared informers. */
export interface SharedSource {
  /** Where it can be read, so are the objects that keys name, before they are reconciled: then `get` takes but a moment. */
  readonly informer: Pick<Informer, "follow"> & Partial<Pick<Informer, "read">>;
  readonly ref?: undefined;
  /** Keys to work on when an object was added, changed or deleted. Default: the object's own key. */
  keys?(change: ObjectChange): Iterable<string>;
  /** Milliseconds for which changes of a key may gather before it is worked on; undefined for none. Default: none. */
  patience?(key: string, change: ObjectChange): number | undefined;
}

/** A resource that a controller follows by a list and a watch of its own, when it wants only a selection. */
export interface SelectedSource {
  readonly informer?: undefined;
  readonly ref: ResourceReference;
  readonly options?: Pick<ListOptions, "labelSelector" | "fieldSelector">;
  /** Keys to work on when an object was added, changed or deleted. Default: the object's own key. */
  keys?(object: ApiObject, deleted: boolean): Iterable<string>;
}

export type Source = SharedSource | SelectedSource;

export interface ControllerSpec {
  readonly sources: readonly Source[];
  /**
   * What `keys` and `reconcile` look into, such as indices that are being made (see `Informer.indexed`): sources are followed
   * once all are there. Default: sources are followed at once.
   */
  readonly needs?: readonly Promise<void>[];
  /**
   * Reconciles one key; rejections are retried later. May ask for another round after some milliseconds, which comes
   * after a day at the latest.
   */
  reconcile(key: string): Promise<{ readonly again: number } | undefined>;
  readonly concurrency?: number;
  /** Delay before a key that failed is tried again, in milliseconds; it doubles with each failure. Default 5. */
  readonly firstDelay?: number;
  /** The longest such delay, in milliseconds. Default 30,000. */
  readonly longestDelay?: number;
}

/** A loop that runs. */
export interface RunningController {
  /** Resolves when all sources were listed and all keys known then were worked on. */
  settled(): Promise<void>;
  /** Stops following, and waits for what is being worked on. */
  stop(): Promise<void>;
}

/**
 * Delays of a key that failed, in milliseconds. They grow as in the reference, whose longest is 1,000 seconds. A user who
 * has just removed the cause, such as a quota, watches for the effect: here the next try comes within 30 seconds.
 */
const FIRST_DELAY = 5;
const LONGEST_DELAY = 30_000;

/** Delays are computed from times of the wall clock, which may be set meanwhile. */
const LONGEST_WAIT = 24 * 3600_000;

/**
 * Runs a controller: follows its sources, puts the keys they touch into a work queue, and reconciles key by key. Holds no
 * state that a restart would miss.
 */
export function startController(parts: ControllerParts, spec: ControllerSpec): RunningController {
  let stopped = false;
  let markSynced: () => void = () => undefined;
  const synced = new Promise<void>((resolve) => {
    markSynced = resolve;
  });
  const turnOf = sharedTurns();
  const queue: WorkQueue = new WorkQueue({
    timers: parts.timers,
    concurrency: spec.concurrency,
    firstDelay: spec.firstDelay ?? FIRST_DELAY,
    longestDelay: spec.longestDelay ?? LONGEST_DELAY,
    onError: parts.onError,
    observer: parts.observer,
    gate: parts.gate,
    async work(key) {
      // A controller that acts on an incomplete view does harm.
      await synced;
      // Rounds that find nothing to do wait for nothing, and may be many.
      await turnOf();
      const { namespace, name } = splitKey(key);
      for (const { informer } of spec.sources) {
        const read = informer?.read?.(namespace, name);
        if (read instanceof Promise) await read;
      }
      if (stopped) return;
      const result = await spec.reconcile(key);
      if (result !== undefined) queue.addAfter(key, Math.min(result.again, LONGEST_WAIT));
    },
  });
  const { needs } = spec;
  const sources = spec.sources.map((source) => {
    const follow = (): Followed =>
      followSource(parts, source, (key, change) => {
        const patience =
          source.informer === undefined || change === undefined ? undefined : source.patience?.(key, change);
        if (patience === undefined) queue.add(key);
        else queue.addAfter(key, patience);
      });
    return needs === undefined ? follow() : followAfter(Promise.all(needs), follow);
  });
  void Promise.all(sources.map((source) => source.synced)).then(markSynced);
  return {
    async settled() {
      await synced;
      await queue.idle();
    },
    async stop() {
      stopped = true;
      // A caller that waits for a source that never answered waits no longer.
      markSynced();
      await Promise.all([queue.stop(), ...sources.map((source) => source.stop())]);
    },
  };
}

function followSource(
  { client, timers, onError, telling }: ControllerParts,
  source: Source,
  add: (key: string, change?: ObjectChange) => void,
): Followed {
  if (source.informer !== undefined) {
    return source.informer.follow((change) => {
      for (const key of source.keys?.(change) ?? [keyOf(change.object)]) add(key, change);
    });
  }
  return startReflector({
    client,
    ref: source.ref,
    options: source.options,
    timers,
    onChange(object, deleted) {
      const addAll = (): void => {
        for (const key of source.keys?.(object, deleted) ?? [keyOf(object)]) add(key);
      };
      if (telling === undefined) addAll();
      else telling(source.ref, { type: deleted ? "deleted" : "modified", object }, addAll);
    },
    onError: (error) => onError(error, source.ref.resource),
  });
}
