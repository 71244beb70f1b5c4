/** A command in a container, or the container's main process, connected through numbered channels of a WebSocket. */
import { type ApiError, isApiError } from "../../shared/status.ts";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import { clusterPath, request } from "../api/requests/request.ts";
import { requestLog } from "../api/requests/requestLog.ts";
import { viewAsQuery } from "../api/viewAs.ts";

/** How a session ended. */
export type SessionEnd =
  | { readonly kind: "exited"; readonly code: number }
  /** The container's runtime failed with a message. */
  | { readonly kind: "failed"; readonly message: string }
  /** The server refused the session. */
  | { readonly kind: "refused"; readonly error: ApiError }
  /** The connection was lost. */
  | { readonly kind: "lost" };

export interface SessionHandlers {
  opened(): void;
  output(bytes: Uint8Array): void;
  ended(end: SessionEnd): void;
}

/** The subset of WebSocket that is used here, so that tests can implement it. */
export interface ChannelSocket {
  readonly url?: string;
  readonly protocol: string;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(bytes: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

export interface SessionParts {
  open(): ChannelSocket;
  /** Why the server refuses the session; undefined if it gives no reason. */
  readRefusal(): Promise<ApiError | undefined>;
}

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;
const STATUS = 3;
const RESIZE = 4;
/** Control channel of protocol version 5: the next byte is the channel to close. */
const END = 255;

const message = (channel: number, bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(bytes.length + 1);
  whole[0] = channel;
  whole.set(bytes, 1);
  return whole;
};

const encoder = new TextEncoder();

/** Reports its end once; reports nothing after `close`. */
export class CommandSession {
  readonly #socket: ChannelSocket;
  readonly #handlers: SessionHandlers;
  readonly #ticket: ReturnType<typeof requestLog.watch>;
  #isOpen = false;
  #isOver = false;
  #end: SessionEnd | undefined;

  constructor(parts: SessionParts, handlers: SessionHandlers) {
    this.#handlers = handlers;
    const socket = parts.open();
    this.#socket = socket;
    const ticket = requestLog.watch(socket.url ?? "");
    this.#ticket = ticket;
    socket.onopen = () => {
      this.#isOpen = true;
      ticket.opened();
      handlers.opened();
    };
    socket.onmessage = ({ data }) => {
      if (!(data instanceof ArrayBuffer)) return;
      ticket.event(data.byteLength);
      this.#take(new Uint8Array(data));
    };
    socket.onclose = () => {
      ticket.closed();
      if (this.#isOver) return;
      this.#isOver = true;
      if (this.#isOpen) handlers.ended(this.#end ?? { kind: "lost" });
      else void this.#explain(parts);
    };
  }

  /** Whether the protocol supports closing the input. */
  get endsInput(): boolean {
    return /(^|\.)v5\./.test(this.#socket.protocol);
  }

  type(text: string): void {
    this.#send(STDIN, encoder.encode(text));
  }

  /** Sends pasted text and mouse input, byte by byte. */
  typeBytes(bytes: string): void {
    this.#send(
      STDIN,
      Uint8Array.from(bytes, (character) => character.charCodeAt(0)),
    );
  }

  resize(columns: number, rows: number): void {
    this.#send(RESIZE, encoder.encode(JSON.stringify({ Width: columns, Height: rows })));
  }

  endInput(): void {
    if (this.endsInput) this.#send(END, Uint8Array.of(STDIN));
  }

  close(): void {
    this.#isOver = true;
    this.#ticket.left();
    this.#socket.close();
  }

  #send(channel: number, bytes: Uint8Array): void {
    if (this.#isOpen && !this.#isOver) this.#socket.send(message(channel, bytes));
  }

  #take(bytes: Uint8Array): void {
    const [channel] = bytes;
    const rest = bytes.subarray(1);
    if (this.#isOver || rest.length === 0) return;
    if (channel === STDOUT || channel === STDERR) this.#handlers.output(rest);
    else if (channel === STATUS) this.#end = readEnd(new TextDecoder().decode(rest));
  }

  async #explain(parts: SessionParts): Promise<void> {
    const error = await parts.readRefusal();
    this.#handlers.ended(error === undefined ? { kind: "lost" } : { kind: "refused", error });
  }
}

/** Parses the result on the error channel: a Status, with the exit code among its causes. */
export function readEnd(text: string): SessionEnd {
  try {
    const status = JSON.parse(text) as {
      status?: unknown;
      message?: unknown;
      details?: { causes?: { reason?: unknown; message?: unknown }[] };
    };
    if (status.status === "Success") return { kind: "exited", code: 0 };
    const code = status.details?.causes?.find(({ reason }) => reason === "ExitCode")?.message;
    if (/^\d+$/.test(String(code))) return { kind: "exited", code: Number(code) };
    return { kind: "failed", message: typeof status.message === "string" ? status.message : text };
  } catch {
    return { kind: "failed", message: text };
  }
}

/** The console's connection to a container of a cluster. @param path of `exec` or `attach`, with its query */
export function consoleSession(cluster: string, vocabulary: Vocabulary, path: string): SessionParts {
  return {
    open() {
      const query = new URLSearchParams(viewAsQuery(cluster));
      const more = query.size === 0 ? "" : `&${query}`;
      const protocols = [5, 4].map((version) => vocabulary.render(`v${version}.channel.{domain}`));
      const url = `${location.origin.replace(/^http/, "ws")}${clusterPath(cluster, path)}${more}`;
      const socket = new WebSocket(url, protocols);
      socket.binaryType = "arraybuffer";
      return socket as unknown as ChannelSocket;
    },
    /**
     * Uses plain HTTP, because the page can read its refusal. If the user is permitted, the response only says that
     * another protocol is needed.
     */
    async readRefusal() {
      try {
        await request(cluster, { path });
        return undefined;
      } catch (error) {
        if (!isApiError(error)) return undefined;
        return error.code === 400 && /upgrade/i.test(error.message) ? undefined : error;
      }
    },
  };
}
