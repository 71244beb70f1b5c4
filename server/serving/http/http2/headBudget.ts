/** Headers in all heads of a turn. A client that compresses them sends one byte for each, which takes half a microsecond. */
const HEADERS = 16_384;
/** So many times the streams that may be open may begin in a turn: a client gives some up, and begins others. */
const STREAMS = 4;

/**
 * How many requests a connection of HTTP/2 may begin in one turn of the event loop. All that has arrived is read in one go, and
 * no limit of open streams holds a client that resets each of its streams at once. The reference ends such a connection, too:
 * when four times as many requests have not begun as may be open.
 */
export class HeadBudget {
  readonly #most: number;
  readonly #nextTurn: (callback: () => void) => unknown;
  #streams = 0;
  #headers = 0;

  /** @param maxStreams how many may be open; @param nextTurn calls back once the event loop has looked at everything else */
  constructor(maxStreams: number, nextTurn: (callback: () => void) => unknown = setImmediate) {
    this.#most = maxStreams * STREAMS;
    this.#nextTurn = nextTurn;
  }

  /** Counts one head. @param headers how many it has; @returns whether that is still allowed in this turn */
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
