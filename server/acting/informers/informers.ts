import type { ApiObject, GroupResource } from "../../../shared/object.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import type { ObjectChange, ObjectReader } from "../../store/cache/reader.ts";
import { ObjectIndex, type ValuesOf } from "./objectIndex.ts";
import { keyOf } from "./objectKey.ts";

/** Called for each change, and at the start for each existing object. */
export type InformerListener = (change: ObjectChange) => void;

/**
 * The current objects of one resource, and its changes. Objects are those of the server's caches, with their
 * resourceVersion: they are shared, so never modify them.
 */
export interface Informer<T extends object = ApiObject> {
  readonly resource: GroupResource;
  /** `namespace` is empty for cluster scope. May parse the object synchronously, which is slow for a large one. */
  get(namespace: string, name: string): T | undefined;
  /** Like `get`, but yields to the event loop while a large object is parsed. A `get` right afterwards is fast. */
  read(namespace: string, name: string): T | undefined | Promise<T | undefined>;
  /** All objects, or those of one namespace, in the order of their keys. */
  list(namespace?: string): T[];
  /**
   * Visits the same objects one by one, yielding to the event loop, for callers that visit all of them, however many
   * and large they are. Resolves when `take` was called with the last one. Objects that change in the meantime are
   * delivered in their former state.
   */
  each(take: (object: T) => void, namespace?: string): Promise<void>;
  /** The objects for which `valuesOf` returns a value. Calls with the same function share one index. */
  by(valuesOf: ValuesOf, value: string): T[];
  /**
   * Builds the index for {@link by} and {@link count} in advance, yielding to the event loop. Otherwise the first query
   * builds the index synchronously, which takes long for many or large objects. Resolves when the index is ready.
   */
  indexed(valuesOf: ValuesOf): Promise<void>;
  /** The number of objects that {@link by} returns. */
  count(valuesOf: ValuesOf, value: string): number;
  /**
   * Calls back for every existing object, as added, and for every later change. An object that changes during the
   * initial delivery may be delivered more than once, as modified.
   * @returns a promise that resolves when all existing objects were delivered; never rejects
   */
  follow(deliver: InformerListener): Following;
}

/** Delivers a change of a resource to a listener, by calling `deliver`. */
export type Delivery = (resource: GroupResource, change: ObjectChange, deliver: () => void) => void;

export interface Following {
  readonly synced: Promise<void>;
  stop(): void;
}

/**
 * Informers that all components of the server share. They read the server's caches and store no objects themselves, so
 * a resource costs nothing until it is followed, and each index exists once.
 */
export class Informers {
  readonly #reader: ObjectReader;
  readonly #delivery: Delivery | undefined;
  readonly #informers = new Map<string, CacheInformer>();

  /** @param delivery wraps the delivery of each change to a listener */
  constructor(reader: ObjectReader, delivery?: Delivery) {
    this.#reader = reader;
    this.#delivery = delivery;
  }

  /** @param T the resource's type at its storage version, the form in which objects are delivered */
  of<T extends object = ApiObject>({ group, resource }: GroupResource): Informer<T> {
    const key = `${group}/${resource}`;
    let informer = this.#informers.get(key);
    if (informer === undefined) {
      informer = new CacheInformer({ group, resource }, this.#reader, this.#delivery);
      this.#informers.set(key, informer);
    }
    return informer as unknown as Informer<T>;
  }

  /** Waits until informers are at least as recent as this call, so that callers see their own earlier writes. */
  async fresh(): Promise<void> {
    await this.#reader.fresh();
  }

  stop(): void {
    for (const informer of this.#informers.values()) informer.stop();
    this.#informers.clear();
  }
}

class CacheInformer implements Informer {
  readonly resource: GroupResource;
  readonly #reader: ObjectReader;
  readonly #indices = new Map<ValuesOf, { readonly index: ObjectIndex; readonly stop: () => void }>();
  /** Indices that are being built. */
  readonly #making = new Map<ValuesOf, Promise<void>>();
  readonly #stops = new Set<() => void>();

  readonly #delivery: Delivery | undefined;

  constructor(resource: GroupResource, reader: ObjectReader, delivery: Delivery | undefined) {
    this.resource = resource;
    this.#reader = reader;
    this.#delivery = delivery;
  }

  get(namespace: string, name: string): ApiObject | undefined {
    return this.#reader.get(this.resource, namespace, name);
  }

  read(namespace: string, name: string): ApiObject | undefined | Promise<ApiObject | undefined> {
    return inTurns(this.#reader.getInSteps(this.resource, namespace, name));
  }

  list(namespace?: string): ApiObject[] {
    return [...this.#reader.list(this.resource, namespace)];
  }

  async each(take: (object: ApiObject) => void, namespace?: string): Promise<void> {
    await inTurns(this.#reader.eachInSteps(this.resource, namespace, take));
  }

  by(valuesOf: ValuesOf, value: string): ApiObject[] {
    return (this.#indices.get(valuesOf)?.index ?? this.#indexOf(valuesOf)).get(value);
  }

  count(valuesOf: ValuesOf, value: string): number {
    return (this.#indices.get(valuesOf)?.index ?? this.#indexOf(valuesOf)).count(value);
  }

  follow(listener: InformerListener): Following {
    const delivery = this.#delivery;
    const deliver: InformerListener =
      delivery === undefined ? listener : (change) => delivery(this.resource, change, () => listener(change));
    let stopped = false;
    /** Identifies the current round of deliveries: a later round replaces the one in progress. */
    let round = 0;
    const deliverAll = (): Promise<void> => {
      const own = ++round;
      return this.each((object) => {
        if (stopped || own !== round) return;
        // An object that has changed since then was already delivered as a change. A large one may have been parsed
        // again.
        const { namespace = "", name = "", resourceVersion } = object.metadata;
        if (this.get(namespace, name)?.metadata.resourceVersion === resourceVersion) deliver({ type: "added", object });
      });
    };
    const end = this.#reader.follow(this.resource, deliver, () => void deliverAll());
    const stop = (): void => {
      stopped = true;
      this.#stops.delete(stop);
      end();
    };
    this.#stops.add(stop);
    return { synced: deliverAll(), stop };
  }

  stop(): void {
    for (const stop of [...this.#stops]) stop();
    for (const { stop } of this.#indices.values()) stop();
    this.#indices.clear();
  }

  async indexed(valuesOf: ValuesOf): Promise<void> {
    if (this.#indices.has(valuesOf)) return;
    const made = this.#making.get(valuesOf) ?? this.#make(valuesOf).finally(() => this.#making.delete(valuesOf));
    this.#making.set(valuesOf, made);
    await made;
  }

  async #make(valuesOf: ValuesOf): Promise<void> {
    const index = new ObjectIndex(valuesOf);
    /** Keys that have changed since the start: `each` visits their former state, which must not be indexed. */
    const changed = new Set<string>();
    const stop = this.#keepIndexed(index, (key) => changed.add(key));
    this.#stops.add(stop);
    await this.each((object) => {
      const key = keyOf(object);
      if (!changed.has(key)) index.set(key, object);
    });
    const stopped = !this.#stops.delete(stop);
    // A query may have built the index synchronously in the meantime.
    if (stopped || this.#indices.has(valuesOf)) stop();
    else this.#indices.set(valuesOf, { index, stop });
  }

  /** Builds the index synchronously, because the caller needs the result at once. */
  #indexOf(valuesOf: ValuesOf): ObjectIndex {
    const index = new ObjectIndex(valuesOf);
    const stop = this.#keepIndexed(index);
    this.#fill(index);
    this.#indices.set(valuesOf, { index, stop });
    return index;
  }

  #fill(index: ObjectIndex): void {
    index.clear();
    for (const object of this.#reader.list(this.resource)) index.set(keyOf(object), object);
  }

  /**
   * Updates an index with every later change.
   * @param onChange called with the key of each changed object
   * @returns a function that ends the updates
   */
  #keepIndexed(index: ObjectIndex, onChange?: (key: string) => void): () => void {
    return this.#reader.follow(
      this.resource,
      ({ type, object }) => {
        const key = keyOf(object);
        onChange?.(key);
        if (type === "deleted") index.delete(key);
        else index.set(key, object);
      },
      () => this.#fill(index),
    );
  }
}
