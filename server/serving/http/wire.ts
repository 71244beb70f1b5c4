/** Requests and answers as the server uses them, whichever protocol carries them. Node's classes of HTTP/1.1 fit. */
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";

/** A request: its head, and its body as a stream. */
export interface WireRequest
  extends Pick<IncomingMessage, "method" | "url" | "headers" | "headersDistinct" | "socket"> {
  /** The body, where the request itself is no stream. */
  readonly stream?: Readable;
  /** Nothing of the body is missing. */
  readonly complete: boolean;
  readonly destroyed: boolean;
  readonly readableEnded: boolean;
  on<E extends keyof BodyEvents>(event: E, listener: (...values: BodyEvents[E]) => void): unknown;
  off<E extends keyof BodyEvents>(event: E, listener: (...values: BodyEvents[E]) => void): unknown;
  resume(): unknown;
}

/** What a body emits, by event. */
export interface BodyEvents {
  data: [chunk: Buffer];
  end: [];
  error: [error: Error];
  close: [];
}

/** Where an answer is written. */
export interface WireResponse {
  readonly destroyed: boolean;
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  /** Bytes that wait to be sent. */
  readonly writableLength: number;
  readonly writableNeedDrain: boolean;
  /** A header of the answer that is yet to come. `connection: close` ends the connection after the answer. */
  setHeader(name: string, value: string): unknown;
  removeHeader(name: string): void;
  /** The interim answer that asks for the body. */
  writeContinue(): void;
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown;
  flushHeaders(): void;
  write(chunk: Uint8Array): boolean;
  end(body?: string | Uint8Array): unknown;
  destroy(): unknown;
  on(event: "drain" | "close", listener: () => void): unknown;
  off(event: "drain" | "close", listener: () => void): unknown;
}
