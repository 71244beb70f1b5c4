import { randomUUID } from "node:crypto";
import { required } from "../../../../../shared/fieldError.ts";
import type { ApiObject, GroupResource } from "../../../../../shared/object.ts";
import { ApiError, alreadyExists, conflict, invalid, notFound } from "../../../../../shared/status.ts";
import { timestamp } from "../../../../../shared/time.ts";
import { generateName } from "../../../../api/registry/write/generateName.ts";

/** A change, as a watch reports it. */
export interface SampleEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly object: ApiObject;
  readonly revision: number;
}

/** Maximum number of objects of all kinds. */
const MAX_OBJECTS = 10_000;
/** Number of past changes that are kept for watches. */
const MAX_EVENTS = 1000;

/** The objects of one program, in memory: they are gone when the program ends. */
export class SampleObjects {
  readonly #now: () => number;
  readonly #objects = new Map<string, ApiObject>();
  #events: { readonly key: string; readonly event: SampleEvent }[] = [];
  /** The last revision whose change was dropped. */
  #forgotten = 0;
  #waiting: (() => void)[] = [];
  revision = 1;

  /** @param now milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Lists the objects of a resource, by namespace and name. @param namespace empty for all */
  list(resource: GroupResource, namespace: string): ApiObject[] {
    const prefix = keyOf(resource, namespace, "");
    return [...this.#objects]
      .filter(([key]) => key.startsWith(prefix))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, object]) => object);
  }

  /** @throws ApiError 404 */
  get(resource: GroupResource, namespace: string, name: string): ApiObject {
    const object = this.#objects.get(keyOf(resource, namespace, name));
    if (object === undefined) throw notFound(resource, name);
    return object;
  }

  /** @throws ApiError 409, 422, or 500 when there are too many objects */
  create(resource: GroupResource, namespace: string, object: ApiObject, isTrial: boolean): ApiObject {
    const { name: given = "", generateName: base = "" } = object.metadata;
    const name = given === "" && base !== "" ? generateName(base) : given;
    if (name === "") {
      const problem = required("metadata.name", "name or generateName is required");
      throw invalid({ group: resource.group, kind: object.kind ?? "" }, name, [problem]);
    }
    const key = keyOf(resource, namespace, name);
    if (this.#objects.has(key)) throw alreadyExists(resource, name);
    if (this.#objects.size >= MAX_OBJECTS) throw new ApiError(500, "", "etcdserver: mvcc: database space exceeded");
    const made = {
      name,
      ...(namespace === "" ? {} : { namespace }),
      uid: randomUUID(),
      creationTimestamp: timestamp(this.#now()),
    };
    return this.#keep(key, "ADDED", { ...object, metadata: { ...object.metadata, ...made } }, isTrial);
  }

  /** @throws ApiError 404, or 409 when the object has changed in the meantime */
  update(resource: GroupResource, namespace: string, object: ApiObject, isTrial: boolean): ApiObject {
    const { name = "", resourceVersion = "" } = object.metadata;
    const before = this.get(resource, namespace, name);
    if (resourceVersion !== "" && resourceVersion !== before.metadata.resourceVersion) {
      const message = "the object has been modified; please apply your changes to the latest version and try again";
      throw conflict(resource, name, message);
    }
    const { uid, creationTimestamp, deletionTimestamp } = before.metadata;
    const kept = { name, uid, creationTimestamp, ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) };
    const after = { ...object, metadata: { ...object.metadata, ...kept } } as ApiObject;
    if (namespace !== "") after.metadata.namespace = namespace;
    const key = keyOf(resource, namespace, name);
    const isOver = deletionTimestamp !== undefined && (after.metadata.finalizers ?? []).length === 0;
    return this.#keep(key, isOver ? "DELETED" : "MODIFIED", after, isTrial);
  }

  /** Deletes an object, or marks it as being deleted while it has finalizers. @throws ApiError 404 */
  delete(resource: GroupResource, namespace: string, name: string, isTrial: boolean): ApiObject {
    const object = this.get(resource, namespace, name);
    const key = keyOf(resource, namespace, name);
    if ((object.metadata.finalizers ?? []).length === 0) return this.#keep(key, "DELETED", object, isTrial);
    if (object.metadata.deletionTimestamp !== undefined) return object;
    const deletionTimestamp = timestamp(this.#now());
    return this.#keep(key, "MODIFIED", { ...object, metadata: { ...object.metadata, deletionTimestamp } }, isTrial);
  }

  /** The changes of a resource after a revision; undefined when some of them were dropped. */
  changes(resource: GroupResource, namespace: string, after: number): SampleEvent[] | undefined {
    if (after < this.#forgotten) return undefined;
    const prefix = keyOf(resource, namespace, "");
    return this.#events.flatMap(({ key, event }) => (event.revision > after && key.startsWith(prefix) ? [event] : []));
  }

  /** Calls back once, at the next change of any object. @returns a function that cancels this */
  onChange(listener: () => void): () => void {
    this.#waiting.push(listener);
    return () => {
      this.#waiting = this.#waiting.filter((each) => each !== listener);
    };
  }

  #keep(key: string, type: SampleEvent["type"], object: ApiObject, isTrial: boolean): ApiObject {
    if (isTrial) return object;
    this.revision += 1;
    const kept = { ...object, metadata: { ...object.metadata, resourceVersion: String(this.revision) } };
    if (type === "DELETED") this.#objects.delete(key);
    else this.#objects.set(key, kept);
    this.#events.push({ key, event: { type, object: kept, revision: this.revision } });
    if (this.#events.length > 2 * MAX_EVENTS) {
      this.#forgotten = this.#events.at(-MAX_EVENTS - 1)?.event.revision ?? 0;
      this.#events = this.#events.slice(-MAX_EVENTS);
    }
    const listeners = this.#waiting;
    this.#waiting = [];
    for (const listener of listeners) listener();
    return kept;
  }
}

/** Names never contain a slash. */
const keyOf = ({ resource }: GroupResource, namespace: string, name: string): string =>
  namespace === "" && name === "" ? `${resource}/` : `${resource}/${namespace}/${name}`;
