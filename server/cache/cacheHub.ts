import type { ApiObject, GroupResource } from "../../shared/object.ts";
import type { Storage, StorageEvent, StorageWatch } from "../storage/storage.ts";
import { CachedObject } from "./cachedObject.ts";
import type { ObjectChange, ObjectReader } from "./reader.ts";
import { ResourceCache } from "./resourceCache.ts";
import { Restarts } from "./restarts.ts";
import { NO_LIMITS, WindowBudget, type WindowLimits } from "./windowBudget.ts";

/** `/registry/<group or core>/<resource>/`: where a resource's objects live in storage. */
export function keyPrefix(resource: GroupResource): string {
  return `/registry/${resource.group === "" ? "core" : resource.group}/${resource.resource}/`;
}

/** The key of one object; `namespace` is empty for cluster scope. */
export function objectKey(prefix: string, namespace: string, name: string): string {
  return namespace === "" ? prefix + name : `${prefix}${namespace}/${name}`;
}

/** `<group or core>/<resource>` of a prefix. */
const nameOf = (prefix: string): string => prefix.slice("/registry/".length, -1);

/** Objects read at once when all are looked at again. */
const RECHECK_PAGE = 500;

export interface CacheHubOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How long events stay available to watches that resume, in milliseconds. */
  readonly retention: number;
  /** How much memory they may take; without bound when omitted. */
  readonly limits?: WindowLimits;
  /** Told what those who follow changes throw, and of which resource (`<group or core>/<resource>`). */
  readonly onFollowerError: (error: unknown, resource: string) => void;
}

/**
 * All watch caches of a server, fed by one storage watch. Because the storage tells its watchers before a commit resolves,
 * whoever sees a write's answer also sees it in the cache.
 */
export class CacheHub implements ObjectReader {
  readonly #storage: Storage;
  readonly #options: CacheHubOptions;
  readonly #caches = new Map<string, ResourceCache>();
  readonly #waiters = new Set<{ revision: number; resolve: () => void }>();
  #watch: StorageWatch | undefined;
  #revision = 0;
  #started = 0;
  #startedAt = 0;
  readonly #budget: WindowBudget;

  constructor(storage: Storage, options: CacheHubOptions) {
    this.#storage = storage;
    this.#budget = new WindowBudget(options.limits ?? NO_LIMITS);
    this.#options = options;
  }

  /** Loads everything and follows from there. */
  async start(): Promise<void> {
    const everything = await this.#storage.range({ prefix: "/registry/" });
    this.#started = everything.revision;
    this.#startedAt = this.#options.now();
    this.#revision = everything.revision;
    for (const kv of everything.items) this.#cacheOf(kv.key)?.load(new CachedObject(kv));
    this.#watch = this.#storage.watch("/registry/", everything.revision, (events) => this.#apply(events));
  }

  stop(): void {
    this.#watch?.close();
  }

  /** When everything was loaded, in milliseconds since the epoch. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** The latest revision that all caches show. */
  get revision(): number {
    return this.#revision;
  }

  /** The cache of a resource; an empty one for a resource nobody stored yet. */
  cache(resource: GroupResource): ResourceCache {
    return this.#byPrefix(keyPrefix(resource));
  }

  /** Resolves true once the caches show `revision`, false when that takes longer than `patience` ms. */
  async waitFor(revision: number, patience: number): Promise<boolean> {
    if (revision <= this.#revision) return true;
    return new Promise((resolve) => {
      const waiter = {
        revision,
        resolve: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        resolve(false);
      }, patience);
      this.#waiters.add(waiter);
    });
  }

  get(resource: GroupResource, namespace: string, name: string): ApiObject | undefined {
    const cache = this.cache(resource);
    return cache.get(objectKey(cache.prefix, namespace, name))?.known;
  }

  /** Whether there is such an object, readable or not. */
  isStored(resource: GroupResource, namespace: string, name: string): boolean {
    const cache = this.cache(resource);
    return cache.get(objectKey(cache.prefix, namespace, name)) !== undefined;
  }

  *list(resource: GroupResource, namespace?: string): Generator<ApiObject> {
    const cache = this.cache(resource);
    for (const cached of cache.range(namespace === undefined ? cache.prefix : `${cache.prefix}${namespace}/`)) {
      const { known } = cached;
      if (known !== undefined) yield known;
    }
  }

  follow(resource: GroupResource, onChange: (change: ObjectChange) => void, startOver?: () => void): () => void {
    const cache = this.cache(resource);
    const onError = (error: unknown): void => this.reportFollower(resource, error);
    const restarts = new Restarts({ startOver: startOver ?? (() => {}), onError, now: this.#options.now });
    let end = (): void => {};
    const begin = (): void => {
      end = cache.follow({
        onEvent: (event) =>
          onChange({
            type: event.type === "ADDED" ? "added" : event.type === "MODIFIED" ? "modified" : "deleted",
            object: event.current.object,
            ...(event.previous === undefined ? {} : { previous: event.previous.object }),
          }),
        onLost: (known) => {
          if (known !== undefined) onChange({ type: "deleted", object: known, previous: known });
        },
        onFound: (object) => onChange({ type: "added", object }),
        onFailed: () => {
          // Subscribed before it starts over, so that nothing falls between.
          begin();
          restarts.failed();
        },
      });
    };
    begin();
    return () => {
      end();
      restarts.stop();
    };
  }

  /** Tells of an error of a follower of a resource, for logs and metrics. */
  reportFollower(resource: GroupResource, error: unknown): void {
    this.#options.onFollowerError(error, nameOf(keyPrefix(resource)));
  }

  /** Looks again which objects can be read, after the keys they are encrypted with have changed. */
  async recheck(): Promise<void> {
    let after: string | undefined;
    for (;;) {
      const options = { prefix: "/registry/", limit: RECHECK_PAGE };
      const page = await this.#storage.range(after === undefined ? options : { ...options, after });
      for (const kv of page.items) this.#cacheOf(kv.key)?.recheck(new CachedObject(kv));
      if (page.remaining === 0) return;
      after = page.items.at(-1)?.key;
    }
  }

  /** Storage forgot everything before `revision`: resuming there would skip events. */
  compact(revision: number): void {
    for (const cache of this.#caches.values()) cache.window.compact(revision);
  }

  #apply(events: readonly StorageEvent[]): void {
    for (const event of events) {
      this.#revision = event.revision;
      const cache = this.#cacheOf(event.key);
      try {
        cache?.apply(event);
      } catch (error) {
        // The others go on. Nobody can resume across what this cache did not take.
        cache?.window.compact(event.revision);
        this.#options.onFollowerError(error, nameOf(cache?.prefix ?? event.key));
      }
    }
    for (const waiter of this.#waiters) {
      if (waiter.revision <= this.#revision) {
        this.#waiters.delete(waiter);
        waiter.resolve();
      }
    }
  }

  #cacheOf(key: string): ResourceCache | undefined {
    const group = key.indexOf("/", "/registry/".length);
    const resource = key.indexOf("/", group + 1);
    return group < 0 || resource < 0 ? undefined : this.#byPrefix(key.slice(0, resource + 1));
  }

  #byPrefix(prefix: string): ResourceCache {
    let cache = this.#caches.get(prefix);
    if (cache === undefined) {
      const { now, retention, onFollowerError } = this.#options;
      cache = new ResourceCache(prefix, this.#started, {
        now,
        retention,
        budget: this.#budget,
        onFollowerError: (error) => onFollowerError(error, nameOf(prefix)),
      });
      this.#caches.set(prefix, cache);
    }
    return cache;
  }
}
