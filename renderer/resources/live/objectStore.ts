/** The objects of one list-watch by uid, with the received revisions. */
import type { ApiObject } from "../../../shared/object.ts";
import type { Schedule } from "../../api/frame.ts";
import type { ListWatchSink } from "../../api/lists/listSink.ts";
import type { ListState } from "../../api/lists/listState.ts";

/** One revision of an object. */
export interface Revision {
  resourceVersion: string;
  object: ApiObject;
  /** When the console received it, in milliseconds since the epoch; 0 if it was read from the history. */
  seen: number;
  deleted: boolean;
}

export interface ObjectSnapshot {
  objects: readonly ApiObject[];
  /** Uids of displayed objects that have been deleted; their last state stays visible. */
  gone: ReadonlySet<string>;
  revisions: readonly Revision[];
  state: ListState;
}

export interface ObjectStoreOptions {
  /** Whether a deleted object stays, marked as deleted. */
  keepDeleted?: boolean;
  /** Maximum number of kept revisions; default: none. */
  revisions?: number;
}

export class ObjectStore implements ListWatchSink<ApiObject> {
  readonly #objects = new Map<string, ApiObject>();
  readonly #gone = new Set<string>();
  readonly #schedule: Schedule;
  readonly #now: () => number;
  readonly #options: ObjectStoreOptions;
  readonly #listeners = new Set<() => void>();
  #revisions: readonly Revision[] = [];
  #state: ListState;
  #snapshot: ObjectSnapshot;
  #scheduled = false;
  #seen: Set<string> | undefined;

  constructor(schedule: Schedule, now: () => number, options: ObjectStoreOptions = {}) {
    this.#schedule = schedule;
    this.#now = now;
    this.#options = options;
    this.#state = { phase: "loading", loaded: 0, complete: false, lastContact: now(), attempts: 0 };
    this.#snapshot = this.#take();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): ObjectSnapshot => this.#snapshot;

  beginList(): void {
    this.#seen = new Set();
  }

  page(items: ApiObject[]): void {
    for (const item of items) {
      this.#seen?.add(item.metadata.uid ?? "");
      this.#put(item);
    }
    this.#touch();
  }

  endList(): void {
    const seen = this.#seen;
    this.#seen = undefined;
    if (seen !== undefined) for (const uid of this.#objects.keys()) if (!seen.has(uid)) this.#remove(uid);
    this.#touch();
  }

  changed(type: "ADDED" | "MODIFIED" | "DELETED", items: ApiObject[]): void {
    for (const item of items) {
      if (type === "DELETED") {
        this.#put(item, true);
        this.#remove(item.metadata.uid ?? "");
      } else this.#put(item);
    }
    this.#touch();
  }

  /** All objects in the store, and its state. */
  held(): { readonly items: Iterable<ApiObject>; readonly state: ListState } {
    return { items: this.#objects.values(), state: this.#state };
  }

  size(): number {
    return this.#objects.size;
  }

  state(state: ListState): void {
    this.#state = state;
    this.#touch();
  }

  #put(object: ApiObject, deleted = false): void {
    const uid = object.metadata.uid ?? "";
    // If a new object has the same name, the deleted one need not be shown any longer.
    for (const other of this.#gone) {
      if (other === uid || this.#objects.get(other)?.metadata.name !== object.metadata.name) continue;
      this.#gone.delete(other);
      this.#objects.delete(other);
    }
    this.#objects.set(uid, object);
    const resourceVersion = object.metadata.resourceVersion ?? "";
    const kept = this.#options.revisions ?? 0;
    if (kept === 0 || this.#revisions.some((r) => r.resourceVersion === resourceVersion)) return;
    const revision: Revision = { resourceVersion, object, seen: this.#now(), deleted };
    this.#revisions = [...this.#revisions, revision].slice(-kept);
  }

  #remove(uid: string): void {
    if (this.#options.keepDeleted) this.#gone.add(uid);
    else this.#objects.delete(uid);
  }

  #take(): ObjectSnapshot {
    return {
      objects: [...this.#objects.values()],
      gone: new Set(this.#gone),
      revisions: this.#revisions,
      state: this.#state,
    };
  }

  #touch(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#schedule(() => {
      this.#scheduled = false;
      this.#snapshot = this.#take();
      for (const listener of this.#listeners) listener();
    });
  }
}
