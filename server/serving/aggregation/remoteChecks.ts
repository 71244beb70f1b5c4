import { sharedAbort } from "../../ground/timing/signals.ts";
import type { Timers } from "../../ground/timing/timers.ts";
import { WorkQueue } from "../../ground/timing/workQueue.ts";
import type { ApiServices } from "./apiServices.ts";
import type { RemoteApi } from "./remoteApi.ts";

export interface RemoteChecksParts {
  readonly apiServices: ApiServices;
  readonly timers: Timers;
  /** Fetches the wanted document from a server. A rejection is retried with exponential backoff. */
  check(remote: RemoteApi, signal: AbortSignal): Promise<void>;
  /** Called when the group version of an APIService is no longer served by another server. */
  forget(name: string): void;
  onError(error: unknown, name: string): void;
}

/** Milliseconds between two checks of a server whose APIService has not changed. */
const INTERVAL = 60_000;
const RETRIES = { firstDelay: 100, longestDelay: INTERVAL };

/** Checks extension servers when something about them changes, and periodically; no request ever waits for a check. */
export class RemoteChecks {
  readonly #parts: RemoteChecksParts;
  readonly #queue: WorkQueue;
  readonly #stopping = sharedAbort();

  constructor(parts: RemoteChecksParts) {
    this.#parts = parts;
    const { apiServices, timers } = parts;
    const { signal } = this.#stopping;
    this.#queue = new WorkQueue({
      timers,
      ...RETRIES,
      work: async (name) => {
        const remote = apiServices.named(name);
        if (remote === undefined || remote.group === "") return;
        await parts.check(remote, signal);
        // The APIService may have been removed meanwhile.
        if (apiServices.named(name) === undefined) parts.forget(name);
        else this.#queue.addAfter(name, INTERVAL);
      },
      onError: (error, name) => {
        if (!signal.aborted) parts.onError(error, name);
      },
    });
    apiServices.onChange((name) => this.#take(name));
    for (const { name } of apiServices.remotes) this.#take(name);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#queue.stop();
  }

  /** A removed APIService is dropped at once. */
  #take(name: string): void {
    if (this.#parts.apiServices.named(name) === undefined) this.#parts.forget(name);
    else this.#queue.add(name);
  }
}
