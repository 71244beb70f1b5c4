import type { ApiObject, GroupResource } from "../../../shared/object.ts";
import { inTurns } from "../../ground/turns/turns.ts";
import type { ObjectChange, ObjectReader } from "../../store/cache/reader.ts";
import { ObjectIndex, type ValuesOf } from "./objectIndex.ts";
import { keyOf } from "./objectKey.ts";

/** Called for each change, and at the start for each existing object. */
export type InformerListener = (change: ObjectChange) => void;

/**
 * What there is of one resource, and what becomes of it. Objects are those of the server's caches, with their
 * resourceVersion: shared, so never change them.
 */
export interface Informer<T extends object = ApiObject> {
  readonly resource: GroupResource;
  /** `namespace` is empty for cluster scope. A wide object that was not read for long is parsed at once. */
  get(namespace: string, name: string): T | undefined;
  /** The same, where others get their turns while such an object is parsed. Right afterwards `get` has it at hand. */
  read(namespace: string, name: string): T | undefined | Promise<T | undefined>;
  /** All objects, or those of one namespace, in the order of their keys. */
  list(namespace?: string): T[];
  /**
   * The same objects, one after the other, while others get their turns: for who looks at all of them, however many and wide
   * they are. Resolves when `take` got the last one; those that change meanwhile come as they were.
   */
  each(take: (object: T) => void, namespace?: string): Promise<void>;
  /** The objects for which `valuesOf` names a value. The same function shares one index. */
  by(valuesOf: ValuesOf, value: string): T[];
  /**
   * Makes the index of {@link by} and {@link count} beforehand, while others get their turns. An index that is asked before is
   * made at once, which takes long where there are many objects or wide ones. Resolves when it is there.
   */
  indexed(valuesOf: ValuesOf): Promise<void>;
  /** How many they are. */
  count(valuesOf: ValuesOf, value: string): number;
  /**
   * Calls back for every existing object, as added, and for every later change; an object that is delivered twice is
   * delivered as modified in between.
   * @returns what resolves once all existing objects were delivered; never rejects
   */
  follow(listener: InformerListener): Following;
}

/** Delivers a change of a resource to a listener. */
export type Telling = (resource: GroupResource, change: ObjectChange, tell: () => void) => void;

export interface Following {
  readonly synced: Promise<void>;
  stop(): void;
}

/**
 * Informers that all components inside the server share. They read the server's caches and keep no objects of their
 * own, so that a resource costs nothing until it is followed, and an index is kept once.
 */
export class Informers {
  readonly #reader: ObjectReader;
  readonly #telling: Telling | undefined;
  readonly #informers = new Map<string, CacheInformer>();

  /** @param telling wraps the delivery of each change to a listener */
  constructor(reader: ObjectReader, telling?: Telling) {
    this.#reader = reader;
    this.#telling = telling;
  }

  /** @param T the resource's type at its storage version, which is how objects come */
  of<T extends object = ApiObject>({ group, resource }: GroupResource): Informer<T> {
    const key = `${group}/${resource}`;
    let informer = this.#informers.get(key);
    if (informer === undefined) {
      informer = new CacheInformer({ group, resource }, this.#reader, this.#telling);
      this.#informers.set(key, informer);
    }
    return informer as unknown as Informer<T>;
  }

  /** Waits until what informers show is not older than this call: a caller that has written then sees its writes. */
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
  /** Indices that are being made. */
  readonly #making = new Map<ValuesOf, Promise<void>>();
  readonly #stops = new Set<() => void>();

  readonly #telling: Telling | undefined;

  constructor(resource: GroupResource, reader: ObjectReader, telling: Telling | undefined) {
    this.resource = resource;
    this.#reader = reader;
    this.#telling = telling;
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

  follow(told: InformerListener): Following {
    const around = this.#telling;
    const listener: InformerListener =
      around === undefined ? told : (change) => around(this.resource, change, () => told(change));
    let stopped = false;
    /** A later round of deliveries replaces the one under way. */
    let round = 0;
    const tellAll = (): Promise<void> => {
      const own = ++round;
      return this.each((object) => {
        if (stopped || own !== round) return;
        // An object that changed since then was delivered as a change. A wide one may have been parsed again.
        const { namespace = "", name = "", resourceVersion } = object.metadata;
        if (this.get(namespace, name)?.metadata.resourceVersion === resourceVersion)
          listener({ type: "added", object });
      });
    };
    const end = this.#reader.follow(this.resource, listener, () => void tellAll());
    const stop = (): void => {
      stopped = true;
      this.#stops.delete(stop);
      end();
    };
    this.#stops.add(stop);
    return { synced: tellAll(), stop };
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
    /** What has changed since: the objects that are looked at come as they were at the beginning. */
    const changed = new Set<string>();
    const stop = this.#keepUp(index, (key) => changed.add(key));
    this.#stops.add(stop);
    await this.each((object) => {
      const key = keyOf(object);
      if (!changed.has(key)) index.set(key, object);
    });
    const stopped = !this.#stops.delete(stop);
    // Meanwhile it was asked, and made at once.
    if (stopped || this.#indices.has(valuesOf)) stop();
    else this.#indices.set(valuesOf, { index, stop });
  }

  /** Made at once, because the caller waits for the answer. */
  #indexOf(valuesOf: ValuesOf): ObjectIndex {
    const index = new ObjectIndex(valuesOf);
    const stop = this.#keepUp(index);
    this.#fill(index);
    this.#indices.set(valuesOf, { index, stop });
    return index;
  }

  #fill(index: ObjectIndex): void {
    index.clear();
    for (const object of this.#reader.list(this.resource)) index.set(keyOf(object), object);
  }

  /** Updates an index with every later change. @param onChange told the key of each; returns what ends it */
  #keepUp(index: ObjectIndex, onChange?: (key: string) => void): () => void {
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
