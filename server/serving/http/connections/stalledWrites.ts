/** Something that data is written to: a socket, or a stream of one. */
export interface Writing {
  /** Bytes handed over so far, including those still waiting. */
  readonly bytesWritten: number;
  /** Bytes still waiting. */
  readonly writableLength: number;
  destroy(): unknown;
}

/** The result of the last check of a socket. */
interface Progress {
  /** Bytes that the peer had taken by then. */
  taken: number;
  inVain: number;
}

/**
 * Disconnects peers that do not read: data is waiting for them, and over several checks they have taken none of it.
 * Checks are counted instead of time, so that clients are not disconnected after the machine was suspended.
 */
export class StalledWrites {
  readonly #all: Iterable<Writing>;
  readonly #limit: number;
  readonly #every: number;
  readonly #seen = new WeakMap<Writing, Progress>();
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param limit checks without progress after which a connection is ended
   * @param every milliseconds between checks
   */
  constructor(all: Iterable<Writing>, limit: number, every: number) {
    this.#all = all;
    this.#limit = limit;
    this.#every = every;
  }

  begin(): void {
    this.#timer = setInterval(() => this.check(), this.#every).unref();
  }

  end(): void {
    clearInterval(this.#timer);
  }

  check(): void {
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
