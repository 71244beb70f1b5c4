import BTreeModule from "sorted-btree";
import { compareKeys } from "../storage/keyOrder.ts";
import type { StorageEvent } from "../storage/storage.ts";
import { CachedObject } from "./cachedObject.ts";
import type { CacheEvent } from "./cacheEvent.ts";
import { WatchWindow } from "./watchWindow.ts";

// The package is CommonJS: its class is the default export, or a property of it, depending on who loads it.
const BTree = (BTreeModule as unknown as { default?: typeof BTreeModule }).default ?? BTreeModule;

/**
 * The current objects of one resource in key order, and its recent events. Follows the storage; whoever reads it never
 * touches the database.
 */
export class ResourceCache {
  /** `/registry/<group>/<resource>/`. */
  readonly prefix: string;
  readonly window: WatchWindow;
  readonly #objects = new BTree<string, CachedObject>(undefined, compareKeys);
  readonly #perNamespace = new Map<string, number>();
  readonly #listeners = new Set<(event: CacheEvent) => void>();
  #changed = 0;

  /** @param loaded the revision that the first `load` shows; events after it will be delivered by `apply` */
  constructor(prefix: string, loaded: number, windowOptions: { now: () => number; retention: number }) {
    this.prefix = prefix;
    this.window = new WatchWindow(loaded, windowOptions);
  }

  /** Adds an object found in storage at start. */
  load(object: CachedObject): void {
    this.#set(object);
    if (object.revision > this.#changed) this.#changed = object.revision;
  }

  /** Takes over one storage event and tells everybody. Called in revision order. */
  apply(event: StorageEvent): void {
    const previous = this.#objects.get(event.key);
    let cacheEvent: CacheEvent;
    if (event.type === "put") {
      const current = new CachedObject(event.kv);
      this.#set(current);
      cacheEvent = {
        type: previous === undefined ? "ADDED" : "MODIFIED",
        key: event.key,
        revision: event.revision,
        current,
        previous,
        frames: new Map(),
      };
    } else {
      if (previous === undefined) return;
      this.#delete(event.key);
      const last = new CachedObject({
        key: event.key,
        value: "",
        createRevision: event.kv.createRevision,
        modRevision: event.revision,
        attachment: previous.object,
      });
      cacheEvent = {
        type: "DELETED",
        key: event.key,
        revision: event.revision,
        current: last,
        previous,
        frames: new Map(),
      };
    }
    this.#changed = event.revision;
    this.window.push(cacheEvent);
    for (const listener of [...this.#listeners]) listener(cacheEvent);
  }

  get(key: string): CachedObject | undefined {
    return this.#objects.get(key);
  }

  /** Objects whose key starts with `prefix`, after `after` when given, in key order. */
  *range(prefix: string = this.prefix, after?: string): Generator<CachedObject> {
    const start = after !== undefined && after >= prefix ? after : prefix;
    for (const [key, object] of this.#objects.entries(start)) {
      if (key === after) continue;
      if (!key.startsWith(prefix)) return;
      yield object;
    }
  }

  /** Number of objects under the whole prefix, or in one namespace. */
  count(namespace?: string): number {
    return namespace === undefined ? this.#objects.size : (this.#perNamespace.get(namespace) ?? 0);
  }

  /** The revision of the last change of any object here: below it, an older list differs from the current one. */
  get changed(): number {
    return this.#changed;
  }

  /** Calls `listener` for every later event; returns what ends that. */
  follow(listener: (event: CacheEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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
    this.#perNamespace.set(namespace, (this.#perNamespace.get(namespace) ?? 0) + change);
  }
}
