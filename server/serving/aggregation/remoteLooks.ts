import type { Timers } from "../../ground/timing/timers.ts";
import { WorkQueue } from "../../ground/timing/workQueue.ts";
import type { ApiServices } from "./apiServices.ts";
import type { RemoteApi } from "./remoteApi.ts";

export interface RemoteLooksParts {
  readonly apiServices: ApiServices;
  readonly timers: Timers;
  /** Asks a server for what is wanted of it. A rejection is retried with growing delays. */
  look(remote: RemoteApi, signal: AbortSignal): Promise<void>;
  /** No other server serves the group version of an API service any more. */
  forget(name: string): void;
  onError(error: unknown, name: string): void;
}

/** Between two looks at a server of which nothing has changed, in milliseconds. */
const INTERVAL = 60_000;
const RETRIES = { firstDelay: 100, longestDelay: INTERVAL };

/**
 * Checks the servers behind this one when something about them changes, and from time to time: never while a request
 * waits.
 */
export class RemoteLooks {
  readonly #parts: RemoteLooksParts;
  readonly #queue: WorkQueue;
  readonly #stopping = new AbortController();

  constructor(parts: RemoteLooksParts) {
    this.#parts = parts;
    const { apiServices, timers } = parts;
    const { signal } = this.#stopping;
    this.#queue = new WorkQueue({
      timers,
      ...RETRIES,
      work: async (name) => {
        const remote = apiServices.named(name);
        if (remote === undefined || remote.group === "") return;
        await parts.look(remote, signal);
        // It may have gone meanwhile.
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

  /** What has gone leaves at once. */
  #take(name: string): void {
    if (this.#parts.apiServices.named(name) === undefined) this.#parts.forget(name);
    else this.#queue.add(name);
  }
}
