import type { ApiObject } from "../../../shared/object.ts";
import type { Vocabulary } from "../../../shared/vocabulary.ts";
import type { ApiClient, ListOptions, ResourceReference } from "../../api/client/apiClient.ts";
import type { Features } from "../../api/registry/features.ts";
import type { Quirks } from "../../ground/settings/quirks.ts";
import type { PauseGate } from "../../ground/timing/pauseGate.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { type QueueObserver, WorkQueue } from "../../ground/timing/workQueue.ts";
import { sharedTurns } from "../../ground/turns/sharedTurns.ts";
import type { ObjectChange } from "../../store/cache/reader.ts";
import type { AggregatedServers } from "../client/aggregatedServers.ts";
import type { PathReader } from "../client/pathReader.ts";
import type { EventRecorder } from "../events/eventRecorder.ts";
import { type Followed, followAfter } from "../informers/followAfter.ts";
import type { Delivery, Informer, Informers } from "../informers/informers.ts";
import { keyOf, splitKey } from "../informers/objectKey.ts";
import { startReflector } from "../informers/reflector.ts";

/** The dependencies of every controller. */
export interface ControllerParts {
  /** A client that acts as the controller's own service account. */
  readonly client: ApiClient;
  /** A client of the servers behind this one (aggregated API servers), under the same account. Default: none. */
  readonly behind?: AggregatedServers | undefined;
  readonly vocabulary: Vocabulary;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  now(): number;
  onError(error: unknown, key: string): void;
  /** Feature gates. Default: their defaults. */
  readonly features?: Features | undefined;
  /** Whether to follow the reference where it differs from the API's documentation. Default: no. */
  readonly quirks?: Quirks | undefined;
  /** Observes the controller's queue. Default: no observer. */
  readonly observer?: QueueObserver | undefined;
  /** Wraps the delivery of each change to a listener. Default: none. */
  readonly delivery?: Delivery | undefined;
  /** A gate that the controller passes before it works on a key. Default: none. */
  readonly gate?: PauseGate | undefined;
}

/** {@link ControllerParts} for controllers that use several kinds of objects and write Events. */
export interface InformedParts extends ControllerParts {
  /** The current objects, shared by all actors. */
  readonly informers: Informers;
  /** Writes Events in the controller's own name. */
  readonly recorder: EventRecorder;
  /** Reads from this server, or any server behind it, as the controller's service account. */
  readonly read?: PathReader | undefined;
}

/** A resource that a controller follows through the shared informers. */
export interface SharedSource {
  /** If it has `read`, each object is read before its key is reconciled, so that `get` need not parse it then. */
  readonly informer: Pick<Informer, "follow"> & Partial<Pick<Informer, "read">>;
  readonly ref?: undefined;
  /** Returns the keys to reconcile when an object was added, changed or deleted. Default: the object's own key. */
  keys?(change: ObjectChange): Iterable<string>;
  /** Milliseconds for which changes of a key are debounced before it is reconciled. Default: undefined, no delay. */
  debounce?(key: string, change: ObjectChange): number | undefined;
}

/** A resource that a controller follows by its own list and watch, because it needs only a selection. */
export interface SelectedSource {
  readonly informer?: undefined;
  readonly ref: ResourceReference;
  readonly options?: Pick<ListOptions, "labelSelector" | "fieldSelector">;
  /** Returns the keys to reconcile when an object was added, changed or deleted. Default: the object's own key. */
  keys?(object: ApiObject, deleted: boolean): Iterable<string>;
}

export type Source = SharedSource | SelectedSource;

export interface ControllerSpec {
  readonly sources: readonly Source[];
  /**
   * Prerequisites of `keys` and `reconcile`, such as indices that are still being built (see `Informer.indexed`):
   * sources are followed once all have resolved. Default: sources are followed at once.
   */
  readonly needs?: readonly Promise<void>[];
  /**
   * Reconciles one key; a rejection leads to a retry. The result may request another round after a number of
   * milliseconds, which is limited to one day.
   */
  reconcile(key: string): Promise<{ readonly requeueAfter: number } | undefined>;
  readonly concurrency?: number;
  /** Delay before a failed key is retried, in milliseconds; it doubles with each failure. Default: 5. */
  readonly firstDelay?: number;
  /** Maximum of this delay, in milliseconds. Default: 30,000. */
  readonly longestDelay?: number;
}

/** A running controller. */
export interface RunningController {
  /** Resolves when all sources were listed and all keys known by then were reconciled. */
  settled(): Promise<void>;
  /** Stops following, and waits for work in progress. */
  stop(): Promise<void>;
}

/**
 * How a controller retries failed keys. The delays, in milliseconds, grow as in the reference, but the reference's
 * longest is 1,000 seconds, and some of its controllers give up a key after 10 or 15 retries. A user who has just removed
 * the cause, such as a quota, waits for the effect: here the next retry comes within 30 seconds, unless many keys fail.
 * The limit of all retries together is the reference's.
 */
export const RETRIES = { firstDelay: 5, longestDelay: 30_000, retryRate: { perSecond: 10, burst: 100 } };

/**
 * Maximum requested delay, in milliseconds. Delays are computed from the wall clock, which may be changed in the
 * meantime.
 */
const LONGEST_WAIT = 24 * 3600_000;

/**
 * Runs a controller: follows its sources, puts the affected keys into a work queue, and reconciles key by key. It has
 * no state that would be lost in a restart.
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
    firstDelay: spec.firstDelay ?? RETRIES.firstDelay,
    longestDelay: spec.longestDelay ?? RETRIES.longestDelay,
    retryRate: RETRIES.retryRate,
    onError: parts.onError,
    observer: parts.observer,
    gate: parts.gate,
    async work(key) {
      // A controller that acted on an incomplete view could do harm.
      await synced;
      // Rounds that find nothing to do never await anything, so many of them in a row would block the event loop.
      await turnOf();
      const { namespace, name } = splitKey(key);
      for (const { informer } of spec.sources) {
        const read = informer?.read?.(namespace, name);
        if (read instanceof Promise) await read;
      }
      if (stopped) return;
      const result = await spec.reconcile(key);
      if (result !== undefined) queue.addAfter(key, Math.min(result.requeueAfter, LONGEST_WAIT));
    },
  });
  const { needs } = spec;
  const sources = spec.sources.map((source) => {
    const follow = (): Followed =>
      followSource(parts, source, (key, change) => {
        const debounce =
          source.informer === undefined || change === undefined ? undefined : source.debounce?.(key, change);
        if (debounce === undefined) queue.add(key);
        else queue.addAfter(key, debounce);
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
      // Release callers that wait for a source that never answered.
      markSynced();
      await Promise.all([queue.stop(), ...sources.map((source) => source.stop())]);
    },
  };
}

function followSource(
  { client, timers, onError, delivery }: ControllerParts,
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
      if (delivery === undefined) addAll();
      else delivery(source.ref, { type: deleted ? "deleted" : "modified", object }, addAll);
    },
    onError: (error) => onError(error, source.ref.resource),
  });
}
