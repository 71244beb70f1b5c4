import type { StorageEvent, StorageWatch } from "../storage.ts";

type OnEvents = (events: readonly StorageEvent[]) => void;

interface Watcher {
  readonly prefix: string;
  readonly onEvents: OnEvents;
  /** The revision up to which it has seen everything. */
  after: number;
}

/** Tells the watchers of one store about each committed batch. */
export class WatchHub {
  readonly #watchers = new Set<Watcher>();
  readonly #onListenerError: (error: unknown) => void;

  /** @param onListenerError is told what a listener threw: the commit is durable by then and cannot fail any more */
  constructor(onListenerError: (error: unknown) => void) {
    this.#onListenerError = onListenerError;
  }

  /** Events with a revision greater than `after` under the prefix will be delivered until the watch is closed. */
  add(prefix: string, after: number, onEvents: OnEvents): StorageWatch {
    const watcher: Watcher = { prefix, after, onEvents };
    this.#watchers.add(watcher);
    return { close: () => void this.#watchers.delete(watcher) };
  }

  /** Delivers one batch, in the order of its operations, to each watcher that has a key in it. */
  publish(events: readonly StorageEvent[]): void {
    const revision = events[0]?.revision;
    if (revision === undefined) return;
    for (const watcher of [...this.#watchers]) {
      // A watch opened by a listener during this very delivery has read the batch from history already.
      if (revision <= watcher.after || !this.#watchers.has(watcher)) continue;
      watcher.after = revision;
      const seen = events.filter(({ key }) => key.startsWith(watcher.prefix));
      if (seen.length > 0) this.deliver(watcher.onEvents, seen);
    }
  }

  /** Calls a listener and keeps what it throws away from everybody else. */
  deliver(onEvents: OnEvents, events: readonly StorageEvent[]): void {
    try {
      onEvents(events);
    } catch (error) {
      this.#onListenerError(error);
    }
  }

  /** Ends all watches without a word. */
  close(): void {
    this.#watchers.clear();
  }
}
