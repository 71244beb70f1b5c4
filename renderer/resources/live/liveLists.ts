import type { ApiObject } from "../../../shared/object.ts";
import type { Clock } from "../../api/clock.ts";
import type { Schedule } from "../../api/frame.ts";
import { ListWatch } from "../../api/lists/listWatch.ts";
import type { ListWatchSource } from "../../api/watch/listSource.ts";
import { type ObjectSnapshot, ObjectStore } from "./objectStore.ts";

/** Milliseconds between two notifications, so that views of many lists are not computed for every event… */
const REST = 200;
/** …with additional milliseconds for each object, so that large lists notify less often. */
const REST_OF_EACH = 0.1;

/** Several live lists with combined notifications. */
export class LiveLists {
  readonly #stores: readonly ObjectStore[];
  readonly #watches: readonly ListWatch<ApiObject>[];
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  #snapshots: readonly ObjectSnapshot[];
  #cancelNotification: (() => void) | undefined;

  constructor(sources: readonly ListWatchSource<ApiObject>[], clock: Clock, frames: Schedule) {
    this.#clock = clock;
    const lists = sources.map((source) => {
      const store = new ObjectStore(frames, clock.now);
      return { store, watch: new ListWatch(source, store, clock) };
    });
    this.#stores = lists.map(({ store }) => store);
    this.#watches = lists.map(({ watch }) => watch);
    this.#snapshots = this.#take();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** One snapshot per source, in order. */
  readonly getSnapshot = (): readonly ObjectSnapshot[] => this.#snapshots;

  /** @returns a function that stops all lists */
  start(): () => void {
    const ends = this.#stores.map((store) => store.subscribe(() => this.#notifySoon()));
    for (const watch of this.#watches) watch.start();
    return () => {
      for (const watch of this.#watches) watch.stop();
      for (const end of ends) end();
      this.#cancelNotification?.();
      this.#cancelNotification = undefined;
    };
  }

  wake(): void {
    for (const watch of this.#watches) watch.wake();
  }

  /** Reads all lists again. */
  retry(): void {
    for (const watch of this.#watches) watch.retry(true);
  }

  #take(): readonly ObjectSnapshot[] {
    return this.#stores.map((store) => store.getSnapshot());
  }

  #notifySoon(): void {
    const count = this.#stores.reduce((sum, store) => sum + store.size(), 0);
    this.#cancelNotification ??= this.#clock.after(REST + count * REST_OF_EACH, () => {
      this.#cancelNotification = undefined;
      this.#snapshots = this.#take();
      for (const listener of this.#listeners) listener();
    });
  }
}
