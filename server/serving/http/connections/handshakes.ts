import type { Socket } from "node:net";
import { Arrivals } from "./arrivals.ts";

export interface HandshakesOptions {
  /** Starts TLS on a connection. The bytes that the client has sent so far are in the socket's buffer. */
  readonly begin: (socket: Socket) => void;
  /** Milliseconds after which a client that has not sent anything is disconnected. */
  readonly silence: number;
}

/** Maximum number of unfinished handshakes whose sockets are read at a time. */
const READING = 32;
/** Milliseconds for which these sockets are read before others replace them. */
const TURN = 5;

/**
 * Spreads TLS handshakes over many turns of the event loop. A client sends bytes twice during a handshake. Each time,
 * OpenSSL immediately does public-key cryptography, for up to half a millisecond. The bytes of a thousand clients may
 * arrive within one turn of the event loop. Therefore:
 *
 * - TLS starts on a connection only after its client has sent something, in a turn of the event loop with time left;
 * - of the connections that wait for the client's next bytes, only some are read at a time.
 */
export class Handshakes {
  readonly #options: HandshakesOptions;
  readonly #arrivals: Arrivals;
  /** Sockets with an unfinished handshake; the next one to be read comes first. */
  readonly #underWay = new Set<Socket>();
  readonly #reading = new Set<Socket>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: HandshakesOptions, arrivals = new Arrivals()) {
    this.#options = options;
    this.#arrivals = arrivals;
  }

  /** Accepts a new connection. */
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

  /** Call when a handshake has succeeded or its connection has closed. @param socket the one below TLS */
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
      // Move the socket to the end of the queue.
      this.#underWay.delete(socket);
      this.#underWay.add(socket);
      this.#reading.add(socket);
      setReading(socket, true);
    }
    if (this.#underWay.size > READING) this.#timer = setTimeout(this.#turn, TURN).unref();
  };
}

/**
 * An undocumented member of Node's sockets. With TLS on top, bytes are read past the socket's stream, so only this
 * handle can stop the reading.
 */
interface WithHandle {
  readonly _handle?: { readStart(): unknown; readStop(): unknown } | null;
}

/** Switches reading from the operating system on or off. */
function setReading(socket: Socket, reads: boolean): void {
  const { _handle: handle } = socket as WithHandle;
  if (reads) handle?.readStart();
  else handle?.readStop();
}
