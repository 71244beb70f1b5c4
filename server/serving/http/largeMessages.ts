import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { AdmittedBody } from "../../ground/request/bodyQueue.ts";
import { BodyQueues, LARGE } from "../../ground/request/bodyQueues.ts";

/** Maximum bytes of one message. */
export const MAX_MESSAGE = 16 * 1024 * 1024;
/** Bytes of a ping or pong of a client in addition to its content. */
const CONTROL_HEAD = 6;
/** Milliseconds without a byte after which an unfinished message ends its connection. */
const SILENCE = 60_000;

/** The lines of this process: one large message of each user at a time. */
const processQueues = new BodyQueues(MAX_MESSAGE);

export interface LargeMessageOptions {
  readonly queues?: BodyQueues;
  /** Default {@link SILENCE}. */
  readonly silence?: number;
}

/** The turn of one large message. */
interface Turn {
  state: "unfinished" | "complete" | "over";
  /** Undefined while it waits. */
  place?: AdmittedBody;
  timer?: NodeJS.Timeout;
}

/** A connection whose messages are received. */
interface Receiver {
  readonly webSocket: WebSocket;
  /** The connection below. */
  readonly socket: Duplex;
  readonly user: string;
  readonly signal: AbortSignal;
  /** Stops reading until the returned function is called. */
  readonly hold: () => () => void;
}

/**
 * Bounds the memory for large messages: those of a user are received and handled one after the other, like large bodies.
 * A connection whose unfinished message grows large is not read on until it is its turn. The package keeps a message
 * until it is complete, so clients could otherwise make the server keep a whole message for each connection.
 */
export class LargeMessages {
  readonly #queues: BodyQueues;
  readonly #silence: number;

  constructor({ queues = processQueues, silence = SILENCE }: LargeMessageOptions = {}) {
    this.#queues = queues;
    this.#silence = silence;
  }

  /**
   * Follows the messages of a connection.
   * @returns a function to call with each message: with a promise if it is only handled when that resolves
   */
  follow({ webSocket, socket, user, signal, hold }: Receiver): (handled: Promise<void> | undefined) => void {
    const turns = new Set<Turn>();
    let unfinished = 0;
    let current: Turn | undefined;
    const begin = (): Turn => {
      const turn: Turn = { state: "unfinished" };
      const release = hold();
      turns.add(turn);
      const enter = (place: AdmittedBody): void => {
        turn.place = place;
        if (turn.state === "over") this.#queues.leave(user, place);
        if (turn.state === "unfinished") turn.timer = setTimeout(() => webSocket.terminate(), this.#silence).unref();
      };
      // It is rejected when the connection has ended.
      void this.#queues
        .enter(user, MAX_MESSAGE, signal)
        .then(enter, () => undefined)
        .finally(release);
      return turn;
    };
    const end = (turn: Turn): void => {
      turns.delete(turn);
      turn.state = "over";
      clearTimeout(turn.timer);
      if (turn.place !== undefined) this.#queues.leave(user, turn.place);
    };
    // Counts before the package takes the bytes, which may complete a message.
    socket.prependListener("data", (bytes: Buffer) => {
      unfinished += bytes.length;
      current?.timer?.refresh();
      if (unfinished >= LARGE) current ??= begin();
    });
    const discount = (content: Buffer): void => {
      unfinished = Math.max(0, unfinished - content.length - CONTROL_HEAD);
    };
    webSocket.on("ping", discount);
    webSocket.on("pong", discount);
    webSocket.on("close", () => {
      for (const turn of turns) end(turn);
    });
    return (handled) => {
      unfinished = 0;
      const turn = current;
      if (turn === undefined) return;
      current = undefined;
      turn.state = "complete";
      clearTimeout(turn.timer);
      if (handled === undefined) end(turn);
      else void handled.then(() => end(turn));
    };
  }
}
