import type { Timers } from "../../ground/timing/timers.ts";
import type { Put, Storage, Value } from "../../store/storage/storage.ts";

/** Seconds after the last renewal when keys of a living server expire. */
const TTL = 15;
/** Milliseconds between two renewals, and after a failed one. */
const RENEWAL = 10_000;
const RETRY = 1000;

export interface PresenceParts {
  readonly storage: Pick<Storage, "commit">;
  readonly timers: Timers;
  /** The keys that represent this server, with their current values. */
  entries(): readonly { readonly key: string; readonly value: Value }[];
  /** Called after each renewal: other servers may have come or gone. */
  onRenewed(): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Records in the store that this server is alive, from {@link start} until it is stopped, which removes the record at
 * once.
 */
export class ServerPresence {
  readonly #parts: PresenceParts;
  #cancel = (): void => undefined;
  #working: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  /** @throws StorageError when the store refuses the first record */
  async start(): Promise<void> {
    await this.#write();
    this.#wait(RENEWAL);
  }

  /** Renews the record now, with the current values. @throws StorageError */
  renew(): Promise<void> {
    const renewing = this.#write().then(() => this.#parts.onRenewed());
    this.#working = renewing.catch(() => undefined);
    return renewing;
  }

  /** Removes the records, as far as the store permits. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#working;
    const { storage, entries, onError } = this.#parts;
    try {
      await storage.commit(entries().map(({ key }) => ({ type: "delete", key })));
    } catch (error) {
      // The keys expire on their own.
      onError(error);
    }
  }

  async #write(): Promise<void> {
    const { storage, entries } = this.#parts;
    await storage.commit(entries().map((entry): Put => ({ type: "put", ...entry, timeToLive: TTL })));
  }

  #wait(milliseconds: number): void {
    if (this.#stopped) return;
    this.#cancel = this.#parts.timers.after(milliseconds, () => void this.#round());
  }

  async #round(): Promise<void> {
    try {
      await this.renew();
      this.#wait(RENEWAL);
    } catch (error) {
      this.#parts.onError(error);
      this.#wait(RETRY);
    }
  }
}
