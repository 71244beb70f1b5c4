import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The queue of requests of one connection. A class, so that one listener function serves all of its answers. */
class Line {
  isBusy = false;
  current: ServerResponse | undefined;
  /** Requests that arrived while an earlier one was not answered yet: few, as `SentAhead` holds back the others. */
  readonly waiting: (() => void)[] = [];
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  readonly next = (): void => {
    this.current = undefined;
    // Requests that follow an answer that ended the connection are dropped, because their answers could not be sent.
    if (!this.#socket.writable) this.waiting.length = 0;
    const begin = this.waiting.shift();
    if (begin === undefined) this.isBusy = false;
    else begin();
  };
}

/**
 * Handles the requests of one connection in order of arrival, each after the previous answer was sent. So a client that
 * sends ahead (pipelining) makes at most one answer pile up, and its writes are executed in its order.
 */
export class RequestTurns {
  readonly #lines = new WeakMap<Socket, Line>();

  /**
   * Runs a request now, or after the earlier ones of its connection; not at all if the connection ends before.
   * @param response the next request runs when it closes; without a response, `run` takes over the connection for good
   */
  take(socket: Socket, response: ServerResponse | undefined, run: () => void): void {
    const line = this.#lineOf(socket);
    if (line.isBusy) line.waiting.push(() => begin(line, response, run));
    else begin(line, response, run);
  }

  /** Whether an answer on the connection has begun and is not finished. */
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
