import type { Socket } from "node:net";
import { Arrivals } from "./arrivals.ts";

export interface HandshakesOptions {
  /** Puts TLS on top of a connection. What the client has sent so far is in the socket's buffer. */
  readonly begin: (socket: Socket) => void;
  /** How long a client may say nothing, in milliseconds. */
  readonly silence: number;
}

/** So many clients are read from in one turn of the event loop, where more are in the middle of a handshake. */
const READING = 32;
/** For how long these are read from, until it is the turn of others: milliseconds. */
const TURN = 5;

/**
 * Takes TLS handshakes in turns. OpenSSL computes with keys as soon as it has a client's bytes: up to half a millisecond for each
 * of the two times that a client speaks. A thousand clients may have sent theirs when the event loop looks. So
 *
 * - a connection waits below TLS until its client has said something, and then for a turn of the event loop that has time;
 * - of the connections that wait for what the client says next, only some are read from at a time.
 */
export class Handshakes {
  readonly #options: HandshakesOptions;
  readonly #arrivals: Arrivals;
  /** Those that are not over, the one that is read from next first. */
  readonly #underWay = new Set<Socket>();
  readonly #reading = new Set<Socket>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HandshakesOptions, arrivals = new Arrivals()) {
    this.#options = options;
    this.#arrivals = arrivals;
  }

  /** Takes a connection that has just been accepted. */
  add(socket: Socket): void {
    const destroy = (): void => void socket.destroy();
    socket.on("error", destroy);
    socket.on("close", () => this.over(socket));
    socket.setTimeout(this.#options.silence, destroy);
    socket.once("readable", () => {
      socket.setTimeout(0, destroy);
      // Nothing to read: the client has ended the connection.
      if (socket.readableLength === 0) destroy();
      else this.#arrivals.begin(socket, () => this.#begin(socket));
    });
  }

  /** The handshake has succeeded, or the connection is gone. @param socket the one below TLS */
  over(socket: Socket): void {
    this.#underWay.delete(socket);
    this.#reading.delete(socket);
  }

  #begin(socket: Socket): void {
    if (socket.destroyed) return;
    this.#underWay.add(socket);
    this.#reading.add(socket);
    this.#options.begin(socket);
    if (this.#underWay.size > READING) this.#timer ??= setTimeout(this.#turn, TURN).unref();
  }

  readonly #turn = (): void => {
    this.#timer = undefined;
    for (const socket of this.#reading) setReading(socket, false);
    this.#reading.clear();
    for (const socket of this.#underWay) {
      if (this.#reading.size === READING || this.#reading.has(socket)) break;
      // To the end of the line.
      this.#underWay.delete(socket);
      this.#underWay.add(socket);
      this.#reading.add(socket);
      setReading(socket, true);
    }
    if (this.#underWay.size > READING) this.#timer = setTimeout(this.#turn, TURN).unref();
  };
}

/** What Node hides in a socket. Its stream says nothing of what is read when TLS is on top: that goes past the stream. */
interface WithHandle {
  readonly _handle?: { readStart(): unknown; readStop(): unknown } | null;
}

/** Whether the operating system is asked for what the client says. */
function setReading(socket: Socket, reads: boolean): void {
  const { _handle: handle } = socket as WithHandle;
  if (reads) handle?.readStart();
  else handle?.readStop();
}
