/** Something that is written for a peer: a socket, or a stream of one. */
export interface Writing {
  /** Bytes that were handed over, those included that wait. */
  readonly bytesWritten: number;
  /** Bytes that wait. */
  readonly writableLength: number;
  destroy(): unknown;
}

/** What a look at a socket found. */
interface Progress {
  /** Bytes that the peer had taken. */
  taken: number;
  inVain: number;
}

/**
 * Cuts off peers that do not read: something was written for one, and at look after look it has taken none of it. Looks
 * are counted instead of time, so that a machine that slept cuts off no client.
 */
export class StalledWrites {
  readonly #all: Iterable<Writing>;
  readonly #limit: number;
  readonly #every: number;
  readonly #seen = new WeakMap<Writing, Progress>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param limit looks without progress after which a connection is ended
   * @param every milliseconds between looks
   */
  constructor(all: Iterable<Writing>, limit: number, every: number) {
    this.#all = all;
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
    for (const each of this.#all) {
      if (each.writableLength === 0) {
        this.#seen.delete(each);
        continue;
      }
      const taken = each.bytesWritten - each.writableLength;
      const seen = this.#seen.get(each);
      if (seen === undefined || seen.taken !== taken) this.#seen.set(each, { taken, inVain: 1 });
      else if (++seen.inVain >= this.#limit) each.destroy();
    }
  }
}
