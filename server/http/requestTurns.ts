import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The requests of one connection. */
interface Line {
  busy: boolean;
  current: ServerResponse | undefined;
  /** Those that came while an earlier one was not answered. */
  readonly waiting: (() => void)[];
}

/**
 * Handles the requests of one connection in the order in which they came, each when the answer before it was sent. So a client
 * that sends ahead (pipelining) makes at most one answer pile up, and its writes happen in its order.
 */
export class RequestTurns {
  readonly #limit: number;
  readonly #lines = new WeakMap<Socket, Line>();

  /** @param limit so many requests may wait on one connection; one more ends it */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Runs at once, or when it is its turn; never when the connection ends before.
   * @param response ends the turn when it closes; without one the connection is `run`'s for good
   */
  take(socket: Socket, response: ServerResponse | undefined, run: () => void): void {
    let line = this.#lines.get(socket);
    if (line === undefined) {
      line = { busy: false, current: undefined, waiting: [] };
      this.#lines.set(socket, line);
    }
    const { waiting } = line;
    const begin = (): void => {
      line.current = response;
      response?.on("close", () => {
        line.current = undefined;
        // What follows an answer that ended the connection is not done: its answer could not be sent.
        if (!socket.writable) waiting.length = 0;
        const next = waiting.shift();
        if (next === undefined) line.busy = false;
        else next();
      });
      run();
    };
    if (!line.busy) {
      line.busy = true;
      begin();
    } else if (waiting.length < this.#limit) {
      waiting.push(begin);
    } else {
      waiting.length = 0;
      socket.destroy();
    }
  }

  /** Whether an answer has begun and is not over. */
  isAnswering(socket: Socket): boolean {
    return this.#lines.get(socket)?.current?.headersSent === true;
  }
}
