import type { Socket } from "node:net";

/** What a look at a socket found. */
interface Progress {
  /** Bytes that the peer had taken. */
  taken: number;
  inVain: number;
}

/**
 * Cuts off connections whose peer does not read: something was written for it, and look after look it has taken none of
 * it. Looks are counted instead of time, so that a machine that slept cuts off no client.
 */
export class StalledWrites {
  readonly #sockets: Iterable<Socket>;
  readonly #limit: number;
  readonly #every: number;
  readonly #seen = new WeakMap<Socket, Progress>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param limit looks in vain
   * @param every milliseconds between looks
   */
  constructor(sockets: Iterable<Socket>, limit: number, every: number) {
    this.#sockets = sockets;
    this.#limit = limit;
    this.#every = every;
  }

  begin(): void {
    this.#timer = setInterval(() => this.look(), this.#every).unref();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  look(): void {
    for (const socket of this.#sockets) {
      if (socket.writableLength === 0) {
        this.#seen.delete(socket);
        continue;
      }
      const taken = socket.bytesWritten - socket.writableLength;
      const seen = this.#seen.get(socket);
      if (seen === undefined || seen.taken !== taken) this.#seen.set(socket, { taken, inVain: 1 });
      else if (++seen.inVain >= this.#limit) socket.destroy();
    }
  }
}
