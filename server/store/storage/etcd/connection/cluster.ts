import type { Method } from "../../grpc/method.ts";
import { TimeLimit } from "../../grpc/timeLimit.ts";
import { StorageError } from "../../storageError.ts";
import { Endpoint, type EtcdTls } from "./endpoint.ts";
import { isRefusal, storageError } from "./etcdFault.ts";

/** Timeouts in milliseconds. */
export interface EtcdTimeouts {
  /** To connect to one member. */
  readonly connection: number;
  /** For one member's answer to a read, before another member is asked. */
  readonly attempt: number;
  /** For a request as a whole. */
  readonly request: number;
  /** Silence on a connection with pending calls, before it is pinged. */
  readonly keepalive: number;
}

const DEFAULT_TIMEOUTS: EtcdTimeouts = { connection: 1000, attempt: 3000, request: 10_000, keepalive: 10_000 };
/** Milliseconds until all members are tried again. */
const PAUSE = 50;

/** The members of an etcd cluster. Requests go to one member until it fails, then to the next one. */
export class Cluster {
  readonly #endpoints: readonly Endpoint[];
  readonly #timeouts: EtcdTimeouts;
  #preferred = 0;
  #closed = false;

  /** @throws TypeError when an address is invalid, or there are none */
  constructor(urls: readonly string[], tls: EtcdTls, timeouts: Partial<EtcdTimeouts> = {}) {
    if (urls.length === 0) throw new TypeError("etcd needs at least one endpoint");
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...timeouts };
    this.#endpoints = urls.map((url) => new Endpoint(url, tls, this.#timeouts.keepalive));
  }

  /**
   * Sends a request that changes nothing; other members are asked when one fails.
   * @param timeout for the whole request, in milliseconds
   * @throws StorageError
   */
  async read<Q, A>(method: Method<Q, A>, request: Q, timeout = this.#timeouts.request): Promise<A> {
    const time = new TimeLimit(timeout);
    for (;;) {
      const endpoint = await this.connected(time);
      try {
        return await endpoint.ask(method, request, time.within(this.#timeouts.attempt));
      } catch (error) {
        if (isRefusal(error) || time.isOver || this.#closed) throw storageError(error, endpoint.url, false);
        this.passOver(endpoint);
        await pause(PAUSE);
      }
    }
  }

  /**
   * Sends a request that changes something, once: after it was sent, it is never sent again.
   * @throws StorageError whose outcome is `unknown` when it was sent and no answer came
   */
  async write<Q, A>(method: Method<Q, A>, request: Q): Promise<A> {
    const time = new TimeLimit(this.#timeouts.request);
    const endpoint = await this.connected(time);
    try {
      return await endpoint.ask(method, request, time);
    } catch (error) {
      if (!isRefusal(error)) this.passOver(endpoint);
      throw storageError(error, endpoint.url, true);
    }
  }

  /** A connected member. @throws StorageError when the time is over */
  async connected(time: TimeLimit): Promise<Endpoint> {
    for (let tried = 1; ; tried++) {
      const endpoint = this.#endpoints[this.#preferred] as Endpoint;
      if (await endpoint.connected(time.within(this.#timeouts.connection))) return endpoint;
      this.passOver(endpoint);
      if (this.#closed || time.isOver) {
        throw new StorageError("unavailable", `no connection to etcd at ${this.#names()}`, undefined);
      }
      if (tried % this.#endpoints.length === 0) await pause(PAUSE);
    }
  }

  /** Marks a member as failed: from here on the next one is asked. */
  passOver(endpoint: Endpoint): void {
    if (this.#endpoints[this.#preferred] === endpoint) this.#preferred = (this.#preferred + 1) % this.#endpoints.length;
  }

  close(): void {
    this.#closed = true;
    for (const endpoint of this.#endpoints) endpoint.close();
  }

  #names(): string {
    return this.#endpoints.map(({ url }) => url).join(", ");
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
