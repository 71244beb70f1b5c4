import BTreeModule from "sorted-btree";
import { isTurnDue, isTurnOver, type Steps } from "../../../shared/steps.ts";
import { compareKeys } from "../storage/keyOrder.ts";
import type { KeyValue, StorageEvent } from "../storage/storage.ts";
import { CachedObject, knownInSteps, type Reading } from "./cachedObject.ts";
import type { CacheEvent } from "./cacheEvent.ts";
import { type Follower, Followers } from "./followers.ts";
import { WatchWindow, type WatchWindowOptions } from "./watchWindow.ts";

// The package is CommonJS: its class is the default export, or a property of it, depending on who loads it.
const BTree = (BTreeModule as unknown as { default?: typeof BTreeModule }).default ?? BTreeModule;

/** Bytes that an event takes in addition to its object. */
const EVENT_BYTES = 512;
/** Approximate bytes of memory per character of an object's stored text. */
const OBJECT_FACTOR = 2;

export interface ResourceCacheOptions extends WatchWindowOptions, Omit<Reading, "keepsParsed"> {
  /** Called with every error that a follower throws. */
  readonly onFollowerError: (error: unknown) => void;
}

type Objects = BTreeModule<string, CachedObject>;

function* within(objects: Objects, prefix: string, after?: string): Generator<CachedObject> {
  const start = after !== undefined && after >= prefix ? after : prefix;
  for (const [key, object] of objects.entries(start)) {
    if (key === after) continue;
    if (!key.startsWith(prefix)) return;
    yield object;
  }
}

/**
 * The current objects of one resource in key order, and its recent events. Follows the storage; readers of the cache
 * never touch the database.
 */
export class ResourceCache {
  /** Key prefix of the resource: `/registry/<group>/<resource>/`. */
  readonly prefix: string;
  readonly window: WatchWindow;
  readonly #objects = new BTree<string, CachedObject>(undefined, compareKeys);
  readonly #perNamespace = new Map<string, number>();
  readonly #followers: Followers;
  readonly #reading: Reading;
  /** Whether the objects found at start have been checked: until then, it is not known which of them can be read. */
  #checked = false;
  /** Objects that could never be read. */
  readonly #unknown = new Set<CachedObject>();
  #changed = 0;

  /** @param loaded the revision of the objects passed to `load` at first; `apply` delivers the events after it */
  constructor(prefix: string, loaded: number, options: ResourceCacheOptions) {
    this.prefix = prefix;
    this.window = new WatchWindow(loaded, options);
    // Deletions before this revision cannot be seen in the loaded objects.
    this.#changed = loaded;
    this.#reading = { decode: options.decode, parsedLru: options.parsedLru, keepsParsed: false };
    this.#followers = new Followers(options.onFollowerError);
  }

  /** The stored value of one of these objects, at any revision, as an object for one reader. */
  read(kv: KeyValue): CachedObject {
    return new CachedObject(kv, { decode: this.#reading.decode });
  }

  /** See {@link Reading.keepsParsed}. */
  keepParsed(): void {
    this.#reading.keepsParsed = true;
  }

  /** Adds an object found in storage at start. */
  load(kv: KeyValue): void {
    const object = this.#hold(kv);
    this.#set(object);
    if (object.revision > this.#changed) this.#changed = object.revision;
  }

  /** Whether every object of the resource is known: while one is not, a watch could not show a complete state. */
  get complete(): boolean {
    if (!this.#checked) {
      this.#checked = true;
      for (const object of this.#objects.values()) if (!object.isKnown) this.#unknown.add(object);
    }
    return this.#unknown.size === 0;
  }

  /** Checks the objects found at start, so that {@link complete} needs no parsing afterwards. */
  *check(): Steps<void> {
    if (this.#checked) return;
    for (const object of [...this.#objects.values()]) {
      if (isTurnDue()) yield;
      yield* object.check();
    }
  }

  /**
   * Applies a fresh read of an object: whether it can be read may have changed with the encryption keys. Ignored when
   * the cache has a later revision of the object.
   */
  *recheck(kv: KeyValue): Steps<void> {
    const fresh = this.#hold(kv);
    yield* fresh.check();
    const held = this.#objects.get(fresh.key);
    if (held === undefined || held.revision !== fresh.revision) return;
    const failure = fresh.failure;
    if (held.failure === undefined && failure === undefined) return;
    if (failure === undefined || !held.isKnown) {
      this.#unknown.delete(held);
      this.#objects.set(fresh.key, fresh);
      if (failure !== undefined) this.#unknown.add(fresh);
      else if (!held.isKnown) this.#followers.found(fresh.object);
    } else {
      held.markUnreadable(failure);
    }
  }

  /** Parses an event's new and previous object in steps if they are large, so that followers get them parsed. */
  *prepare(event: StorageEvent): Steps<CachedObject | undefined> {
    if (this.#followers.size === 0) return undefined;
    const before = this.#objects.get(event.key);
    if (before !== undefined && !before.isCheapToRead) yield* knownInSteps(before);
    if (event.type === "delete") return undefined;
    const current = this.#hold(event.kv);
    if (!current.isCheapToRead) yield* knownInSteps(current);
    return current;
  }

  /**
   * Applies one storage event and notifies all followers. Called in revision order.
   * @param prepared the result of {@link prepare} for the event
   */
  apply(event: StorageEvent, prepared?: CachedObject): void {
    const cacheEvent = this.#take(event, prepared);
    if (cacheEvent === undefined) return;
    this.window.push(cacheEvent);
    this.#followers.changed(cacheEvent);
  }

  #take(event: StorageEvent, prepared: CachedObject | undefined): CacheEvent | undefined {
    const before = this.#objects.get(event.key);
    if (before?.failure !== undefined) {
      this.#lose(before, event.revision);
      if (event.type === "delete") return undefined;
    }
    const previous = before?.failure === undefined ? before : undefined;
    if (event.type === "delete" && previous === undefined) return undefined;
    let current: CachedObject;
    let bytes: number;
    if (event.type === "put") {
      const { kv } = event;
      current = prepared ?? this.#hold(kv);
      bytes = OBJECT_FACTOR * (kv.length ?? kv.value.length);
      this.#set(current);
    } else {
      this.#delete(event.key);
      current = (previous as CachedObject).at(event.revision);
      bytes = current.unparsedBytes;
    }
    // From here on, readers get the new state.
    previous?.forgetEncodings();
    const cacheEvent: CacheEvent = {
      type: event.type === "delete" ? "DELETED" : previous === undefined ? "ADDED" : "MODIFIED",
      key: event.key,
      revision: event.revision,
      current,
      previous,
      frames: undefined,
      bytes: EVENT_BYTES + bytes,
      keeper: undefined,
    };
    this.#changed = event.revision;
    return cacheEvent;
  }

  /**
   * Replaces the content with the stored objects at a revision, after events were missed. If anything differs,
   * followers of objects are notified of each difference, and followers that need every event are notified that some
   * are missing.
   * The method yields to the event loop: meanwhile, readers see some of the differences, and no watch can begin before
   * all of them are applied.
   */
  *relist(fresh: ReadonlyMap<string, KeyValue>, revision: number): Steps<void> {
    const events: StorageEvent[] = [];
    for (const kv of fresh.values()) {
      if (isTurnDue()) yield;
      if (this.#objects.get(kv.key)?.revision !== kv.modRevision) {
        events.push({ type: "put", key: kv.key, revision: kv.modRevision, kv });
      }
    }
    events.sort((a, b) => a.revision - b.revision);
    for (const key of this.#objects.keys()) if (!fresh.has(key)) events.push({ type: "delete", key, revision });
    if (events.length === 0) return;
    this.#followers.missed(revision);
    this.window.compact(revision);
    for (const event of events) {
      const cacheEvent = this.#take(event, yield* this.prepare(event));
      if (cacheEvent !== undefined) this.#followers.changed(cacheEvent);
      if (isTurnOver()) yield;
    }
  }

  /** Drops an unreadable object: no watcher can resume across the loss. */
  #lose(object: CachedObject, revision: number): void {
    this.#delete(object.key);
    this.#unknown.delete(object);
    this.#changed = revision;
    this.window.compact(revision);
    this.#followers.lost(object.known);
  }

  get(key: string): CachedObject | undefined {
    return this.#objects.get(key);
  }

  /** Objects whose key starts with `prefix`, after `after` when given, in key order. */
  range(prefix: string = this.prefix, after?: string): Generator<CachedObject> {
    return within(this.#objects, prefix, after);
  }

  /** The same objects as of this call, unaffected by later changes. The cost is independent of their number. */
  snapshot(prefix: string = this.prefix, after?: string): Generator<CachedObject> {
    return within(this.#objects.clone(), prefix, after);
  }

  /** Number of objects under the whole prefix, or in one namespace. */
  count(namespace?: string): number {
    return namespace === undefined ? this.#objects.size : (this.#perNamespace.get(namespace) ?? 0);
  }

  /**
   * The revision of the last change of any object of the resource: a list at an older revision differs from the current
   * one.
   */
  get changed(): number {
    return this.#changed;
  }

  /** Number of followers of events. */
  get watchers(): number {
    return this.#followers.size;
  }

  /**
   * Notifies a {@link Follower} of every later event; returns a function that removes it. A follower that throws is no
   * longer notified.
   */
  follow(follower: Follower): () => void {
    return this.#followers.add(follower);
  }

  #hold(kv: KeyValue): CachedObject {
    return new CachedObject(kv, this.#reading);
  }

  #set(object: CachedObject): void {
    if (this.#objects.set(object.key, object)) this.#countBy(object.key, 1);
  }

  #delete(key: string): void {
    if (this.#objects.delete(key)) this.#countBy(key, -1);
  }

  #countBy(key: string, change: number): void {
    const slash = key.indexOf("/", this.prefix.length);
    if (slash < 0) return;
    const namespace = key.slice(this.prefix.length, slash);
    const count = (this.#perNamespace.get(namespace) ?? 0) + change;
    if (count > 0) this.#perNamespace.set(namespace, count);
    else this.#perNamespace.delete(namespace);
  }
}
