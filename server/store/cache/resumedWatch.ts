import type { Timers } from "../../ground/timing/timers.ts";
import { KEY_ROOT } from "../storage/keyLayout.ts";
import type { KeyValue, Storage, StorageEvent, StorageWatch, WatchEnd } from "../storage/storage.ts";
import { readEverything } from "./readEverything.ts";

/** Milliseconds before a watch is retried: the first and the longest pause. The pause doubles after each failure. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 5000;

/** Receives what the store's watch reports. */
export interface WatchListener {
  /** The last revision that was applied. */
  readonly revision: number;
  /** Whether the listener waits for a revision that the store may report only on request. */
  readonly isWaiting: boolean;
  /** Resolves when the changes have been applied; the next ones are delivered only then. */
  events(events: readonly StorageEvent[]): Promise<void>;
  /** Everything up to this revision has been delivered. */
  progress(revision: number): void;
  /** Called with all stored items when the missed events are compacted. Resolves when they have been applied. */
  everything(items: readonly KeyValue[], revision: number): Promise<void>;
  /** The watch has ended, or could not be started again. */
  interrupted(reason: WatchEnd): void;
}

/**
 * A watch of the whole store that never ends: one that breaks is resumed; where it cannot be resumed, everything is
 * read again.
 */
export class ResumedWatch {
  readonly #storage: Storage;
  readonly #listener: WatchListener;
  readonly #timers: Timers;
  #watch: StorageWatch | undefined;
  #stopped = false;
  #cancelPause: (() => void) | undefined;

  constructor(storage: Storage, listener: WatchListener, timers: Timers) {
    this.#storage = storage;
    this.#listener = listener;
    this.#timers = timers;
  }

  /** Watches from the revision after the listener's. */
  start(): void {
    this.#watch = this.#storage.watch({ prefix: KEY_ROOT, after: this.#listener.revision });
    void this.#follow(this.#watch);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelPause?.();
    this.#watch?.close();
  }

  /** Whether `stop` was called. */
  get isStopped(): boolean {
    return this.#stopped;
  }

  requestProgress(): void {
    this.#watch?.requestProgress();
  }

  async #follow(first: StorageWatch): Promise<void> {
    const listener = this.#listener;
    let watch: StorageWatch | undefined = first;
    let pause = 0;
    while (watch !== undefined) {
      const before = listener.revision;
      const end = await this.#read(watch);
      if (this.#stopped) return;
      listener.interrupted(end);
      // A watch that has delivered changes did work: the next one starts at once.
      pause = listener.revision > before ? 0 : pause;
      watch = undefined;
      while (watch === undefined && !this.#stopped) {
        if (pause > 0) await this.#rest(pause);
        pause = Math.min(Math.max(2 * pause, FIRST_PAUSE), LONGEST_PAUSE);
        watch = await this.#again(end);
      }
    }
  }

  /** @returns how the watch ended */
  async #read(watch: StorageWatch): Promise<WatchEnd> {
    for await (const message of watch) {
      if (message.type === "events") await this.#listener.events(message.events);
      else if (message.type === "progress") this.#listener.progress(message.revision);
      else return message.end;
    }
    return { reason: "closed" };
  }

  /**
   * Opens the next watch: where the last one broke, or, if that revision is compacted, after reading everything again.
   */
  async #again(end: WatchEnd): Promise<StorageWatch | undefined> {
    const listener = this.#listener;
    try {
      if (end.reason === "compacted") {
        const { items, revision } = await readEverything(this.#storage);
        await listener.everything(items, revision);
      }
      this.#watch = this.#storage.watch({ prefix: KEY_ROOT, after: listener.revision });
      // `stop` may have been called while everything was read.
      if (this.#stopped) this.#watch.close();
      else if (listener.isWaiting) this.#watch.requestProgress();
      return this.#watch;
    } catch (error) {
      if (!this.#stopped) listener.interrupted({ reason: "failed", error });
      return undefined;
    }
  }

  #rest(pause: number): Promise<void> {
    return new Promise((resolve) => {
      this.#cancelPause = this.#timers.after(pause, resolve);
    });
  }
}
