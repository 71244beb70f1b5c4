import type { ApiObject, GroupResource } from "../../../shared/object.ts";
import { isTurnDue, isTurnOver, type Steps } from "../../../shared/steps.ts";
import { systemTimers, type Timers } from "../../ground/timing/timers.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import { createKeyLayout, type KeyLayout, objectKey, prefixOfKey, resourceTitle } from "../storage/keyLayout.ts";
import { RevisionWaits } from "../storage/revisionWaits.ts";
import type { KeyValue, Storage, StorageEvent, WatchEnd } from "../storage/storage.ts";
import { StorageError } from "../storage/storageError.ts";
import { type CachedObject, knownInSteps } from "./cachedObject.ts";
import { followObjects } from "./followObjects.ts";
import type { ParsedObjectLru } from "./parsedObjectLru.ts";
import { prepareLong } from "./prepareLong.ts";
import { readEverything } from "./readEverything.ts";
import type { ObjectChange, ObjectReader } from "./reader.ts";
import { relistAll } from "./relistAll.ts";
import { ResourceCache } from "./resourceCache.ts";
import { ResumedWatch, type WatchListener } from "./resumedWatch.ts";
import type { ValueDecoder } from "./valueDecoder.ts";
import { NO_LIMITS, WindowBudget, type WindowLimits } from "./windowBudget.ts";

/** Milliseconds that applying the changes of one store message may occupy the event loop without yielding. */
const MAX_TURN = 10;
/**
 * Milliseconds that a caller waits for memory to catch up with the store. A watch that hangs is replaced much sooner.
 */
const CATCH_UP_TIMEOUT = 10_000;

export interface CacheHubOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds that events stay available to watches that resume. */
  readonly retention: number;
  /** Limits on the memory of past events; unlimited when omitted. */
  readonly limits?: WindowLimits;
  /** Called with each error that a follower throws, and the resource it follows (`<group or core>/<resource>`). */
  readonly onFollowerError: (error: unknown, resource: string) => void;
  /** Where objects are in the key space; the layout of the default vocabulary when omitted. */
  readonly layout?: KeyLayout;
  /** Decodes stored values; JSON when omitted. */
  readonly decode?: ValueDecoder;
  /** Memory shared by objects that are large when parsed ("wide" objects); when omitted, all of them stay parsed. */
  readonly parsedLru?: ParsedObjectLru;
  /** Called when the store's watch has ended, or with the reason why it could not be started again yet. */
  readonly onInterrupted?: (reason: WatchEnd) => void;
  readonly timers?: Timers;
}

/**
 * All watch caches of a server, fed by one watch of the store: everything is listed once, then followed from there. A
 * watch that breaks is resumed; where it cannot be resumed, everything is listed again. The caches may lag behind the
 * store; {@link fresh} and {@link waitFor} wait until they have caught up.
 */
export class CacheHub implements ObjectReader {
  readonly #storage: Storage;
  readonly #options: CacheHubOptions;
  readonly #caches = new Map<string, ResourceCache>();
  readonly #waits = new RevisionWaits(() => this.#watch.requestProgress());
  readonly #watch: ResumedWatch;
  #revision = 0;
  #started = 0;
  #startedAt = 0;
  readonly #budget: WindowBudget;
  readonly #layout: KeyLayout;

  constructor(storage: Storage, options: CacheHubOptions) {
    this.#storage = storage;
    this.#budget = new WindowBudget(options.limits ?? NO_LIMITS);
    this.#options = options;
    this.#layout = options.layout ?? createKeyLayout();
    this.#watch = new ResumedWatch(storage, this.#listener(), options.timers ?? systemTimers);
  }

  /** Loads everything, then follows the store from that revision. */
  async start(): Promise<void> {
    const { items, revision } = await readEverything(this.#storage);
    this.#started = revision;
    this.#startedAt = this.#options.now();
    this.#revision = revision;
    await inTurns(this.#loadAll(items));
    this.#watch.start();
  }

  *#loadAll(items: readonly KeyValue[]): Steps<void> {
    for (const kv of items) {
      this.#cacheOf(kv.key)?.load(kv);
      if (isTurnOver()) yield;
    }
  }

  stop(): void {
    this.#watch.stop();
  }

  /** When everything was loaded, in milliseconds since the epoch. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** The latest revision that all caches show. */
  get revision(): number {
    return this.#revision;
  }

  /** The cache of a resource; an empty one for a resource of which nothing is stored yet. */
  cache(resource: GroupResource): ResourceCache {
    return this.#byPrefix(this.#layout.prefixOf(resource));
  }

  /**
   * Resolves true once the caches show `revision`, false when that takes longer than `timeout` ms.
   * @param isChange whether the revision changed something in this store, so that the watch reports it without being
   *   asked
   */
  async waitFor(revision: number, timeout: number, isChange = false): Promise<boolean> {
    return revision <= this.#revision || this.#waits.add(revision, timeout, isChange);
  }

  fresh(): Promise<void> | undefined {
    const current = this.#storage.currentRevision();
    if (typeof current === "number" && current <= this.#revision) return undefined;
    return this.#catchUp(current);
  }

  get(resource: GroupResource, namespace: string, name: string): ApiObject | undefined {
    return this.#cached(resource, namespace, name)?.known;
  }

  *getInSteps(resource: GroupResource, namespace: string, name: string): Steps<ApiObject | undefined> {
    const cached = this.#cached(resource, namespace, name);
    return cached && (yield* knownInSteps(cached));
  }

  /** Whether the object is stored, readable or not. */
  isStored(resource: GroupResource, namespace: string, name: string): boolean {
    return this.#cached(resource, namespace, name) !== undefined;
  }

  hasAny(resource: GroupResource, namespace: string): boolean {
    return this.cache(resource).count(namespace) > 0;
  }

  *list(resource: GroupResource, namespace?: string): Generator<ApiObject> {
    for (const { known } of this.#range(resource, namespace)) {
      if (known !== undefined) yield known;
    }
  }

  *eachInSteps(resource: GroupResource, namespace: string | undefined, take: (object: ApiObject) => void): Steps<void> {
    // Objects that change during the iteration are passed as they were at its start.
    const cache = this.cache(resource);
    for (const cached of cache.snapshot(prefixIn(cache, namespace))) {
      const known = yield* knownInSteps(cached);
      if (known !== undefined) take(known);
      // `take` may be slow: for example, a pod may belong to thousands of services.
      if (isTurnOver()) yield;
    }
  }

  follow(resource: GroupResource, onChange: (change: ObjectChange) => void, restart?: () => void): () => void {
    return followObjects(this.cache(resource), {
      onChange,
      restart,
      onError: (error) => this.reportFollower(resource, error),
      now: this.#options.now,
    });
  }

  /** Reports an error of a resource's follower, for logs and metrics. */
  reportFollower(resource: GroupResource, error: unknown): void {
    this.#options.onFollowerError(error, resourceTitle(resource));
  }

  /** Checks again which objects can be read, after the encryption keys have changed. */
  async recheck(): Promise<void> {
    const { items } = await readEverything(this.#storage);
    await inTurns(this.#recheckAll(items));
  }

  *#recheckAll(items: readonly KeyValue[]): Steps<void> {
    for (const kv of items) {
      if (isTurnDue()) yield;
      const cache = this.#cacheOf(kv.key);
      if (cache !== undefined) yield* cache.recheck(kv);
    }
  }

  /** Call when the store has compacted everything before `revision`: resuming from there would skip events. */
  compact(revision: number): void {
    for (const cache of this.#caches.values()) cache.window.compact(revision);
  }

  async #catchUp(current: number | Promise<number>): Promise<void> {
    const revision = await current;
    if (revision <= this.#revision) return;
    if (await this.waitFor(revision, CATCH_UP_TIMEOUT)) return;
    // The caller would take the older state for the latest one.
    throw new StorageError(
      "unavailable",
      `memory is at revision ${this.#revision}, the store at ${revision}`,
      undefined,
    );
  }

  #listener(): WatchListener {
    const [revision, isWaiting] = [() => this.#revision, () => !this.#waits.isEmpty];
    return {
      get revision() {
        return revision();
      },
      get isWaiting() {
        return isWaiting();
      },
      events: (events) => this.#apply(events),
      progress: (reached) => this.#reach(reached),
      everything: (items, at) => this.#relist(items, at),
      interrupted: (reason) => this.#options.onInterrupted?.(reason),
    };
  }

  async #relist(items: readonly KeyValue[], revision: number): Promise<void> {
    await inTurns(relistAll(this.#caches.values(), items, revision, (key) => this.#cacheOf(key)));
    this.#reach(revision);
  }

  /**
   * Applies changes and notifies their followers. A revision is applied as a whole; between two revisions the event
   * loop may run other work. These pauses do not queue behind computations (`ground/turns/`), because most of those
   * wait for committed changes.
   */
  async #apply(events: readonly StorageEvent[]): Promise<void> {
    const prepared = await inTurns(prepareLong(events, (key) => this.#cacheOf(key)));
    let began = performance.now();
    for (const event of events) {
      if (event.revision > this.#revision && performance.now() - began >= MAX_TURN) {
        this.#reach(this.#revision);
        await new Promise(setImmediate);
        if (this.#watch.isStopped) return;
        began = performance.now();
      }
      this.#revision = event.revision;
      const cache = this.#cacheOf(event.key);
      try {
        cache?.apply(event, prepared.get(event));
      } catch (error) {
        // The other caches continue. No watcher can resume across the event that this cache failed to apply.
        cache?.window.compact(event.revision);
        this.#options.onFollowerError(error, this.#titleOf(cache?.prefix ?? event.key));
      }
    }
    this.#reach(this.#revision);
  }

  /** Marks a revision as shown by all caches. */
  #reach(revision: number): void {
    if (revision > this.#revision) this.#revision = revision;
    this.#waits.reach(this.#revision);
  }

  #cached(resource: GroupResource, namespace: string, name: string): CachedObject | undefined {
    const cache = this.cache(resource);
    return cache.get(objectKey(cache.prefix, namespace, name));
  }

  #range(resource: GroupResource, namespace: string | undefined): Iterable<CachedObject> {
    const cache = this.cache(resource);
    return cache.range(prefixIn(cache, namespace));
  }

  #cacheOf(key: string): ResourceCache | undefined {
    const prefix = prefixOfKey(key);
    return prefix === undefined ? undefined : this.#byPrefix(prefix);
  }

  #titleOf(prefix: string): string {
    return resourceTitle(this.#layout.resourceAt(prefix));
  }

  #byPrefix(prefix: string): ResourceCache {
    let cache = this.#caches.get(prefix);
    if (cache === undefined) {
      const { now, retention, onFollowerError, decode, parsedLru } = this.#options;
      cache = new ResourceCache(prefix, this.#started, {
        now,
        retention,
        budget: this.#budget,
        decode,
        parsedLru,
        onFollowerError: (error) => onFollowerError(error, this.#titleOf(prefix)),
      });
      this.#caches.set(prefix, cache);
    }
    return cache;
  }
}

/** Key prefix of a resource's objects, or of those in one namespace. */
const prefixIn = ({ prefix }: ResourceCache, namespace: string | undefined): string =>
  namespace === undefined ? prefix : `${prefix}${namespace}/`;
