/**
 * Maximum number of headers in all heads of one turn. A compressed header may be a single byte, and takes half a
 * microsecond to process.
 */
const HEADERS = 16_384;
/**
 * Streams that may begin in one turn, as a multiple of the maximum number of open streams: a client may cancel some
 * and begin others.
 */
const STREAMS = 4;

/**
 * Limits the requests that an HTTP/2 connection may begin in one turn of the event loop. All bytes that have arrived
 * are processed at once, and a limit of open streams does not stop a client that resets each stream immediately. The
 * reference also ends such a connection: when the requests that it has not started to handle exceed four times the
 * maximum number of open streams.
 */
export class HeadBudget {
  readonly #most: number;
  readonly #nextTurn: (callback: () => void) => unknown;
  #streams = 0;
  #headers = 0;

  /**
   * @param maxStreams maximum number of open streams
   * @param nextTurn calls `callback` after the event loop has processed all other pending events
   */
  constructor(maxStreams: number, nextTurn: (callback: () => void) => unknown = setImmediate) {
    this.#most = maxStreams * STREAMS;
    this.#nextTurn = nextTurn;
  }

  /** Counts one head. @param headers number of its headers @returns whether the head is within this turn's budget */
  take(headers: number): boolean {
    if (this.#streams === 0) {
      this.#nextTurn(() => {
        this.#streams = 0;
        this.#headers = 0;
      });
    }
    this.#streams += 1;
    this.#headers += headers;
    return this.#streams <= this.#most && this.#headers <= HEADERS;
  }
}
