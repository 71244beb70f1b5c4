import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The requests of one connection. A class, so that one listener serves all of its answers. */
class Line {
  isBusy = false;
  current: ServerResponse | undefined;
  /** Those that came while an earlier one was not answered. */
  readonly waiting: (() => void)[] = [];
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  readonly next = (): void => {
    this.current = undefined;
    // Requests that follow an answer that ended the connection are dropped: their answers could not be sent.
    if (!this.#socket.writable) this.waiting.length = 0;
    const begin = this.waiting.shift();
    if (begin === undefined) this.isBusy = false;
    else begin();
  };
}

/**
 * Handles the requests of one connection in the order in which they came, each when the answer before it was sent. So a client
 * that sends ahead (pipelining) makes at most one answer pile up, and its writes happen in its order.
 */
export class RequestTurns {
  readonly #limit: number;
  readonly #lines = new WeakMap<Socket, Line>();

  /** @param limit the most requests that may wait on one connection; one more ends it */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Runs at once, or when it is its turn; never when the connection ends before.
   * @param response ends the turn when it closes; without one the connection is `run`'s for good
   */
  take(socket: Socket, response: ServerResponse | undefined, run: () => void): void {
    const line = this.#lineOf(socket);
    if (!line.isBusy) {
      begin(line, response, run);
    } else if (line.waiting.length < this.#limit) {
      line.waiting.push(() => begin(line, response, run));
    } else {
      line.waiting.length = 0;
      socket.destroy();
    }
  }

  /** Whether an answer has begun and is not over. */
  isAnswering(socket: Socket): boolean {
    return this.#lines.get(socket)?.current?.headersSent === true;
  }

  #lineOf(socket: Socket): Line {
    let line = this.#lines.get(socket);
    if (line === undefined) {
      line = new Line(socket);
      this.#lines.set(socket, line);
    }
    return line;
  }
}

function begin(line: Line, response: ServerResponse | undefined, run: () => void): void {
  line.isBusy = true;
  line.current = response;
  response?.on("close", line.next);
  run();
}
