import { sharedAbort } from "../../ground/timing/signals.ts";

/**
 * Tracks the end of a request: its answer was sent, its client has disconnected, or the server stops. The signal is
 * created on first access, because most requests are answered before any code needs it.
 */
export class RequestEnd {
  /** Whether the answer is a stream, which lasts as long as the client wants it. */
  isStream = false;
  #controller: AbortController | undefined;
  #ended = false;

  get isEnded(): boolean {
    return this.#ended;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      // Many parts of a request may listen: a deletion of many objects adds dozens of listeners.
      this.#controller = sharedAbort();
      if (this.#ended) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  end(): void {
    this.#ended = true;
    this.#controller?.abort();
  }
}
