/**
 * Requests and responses as the server uses them, independent of the protocol. Node's classes of HTTP/1.1 implement
 * these interfaces.
 */
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";

/** A request: its head, and its body as a stream. */
export interface WireRequest
  extends Pick<IncomingMessage, "method" | "url" | "headers" | "headersDistinct" | "socket"> {
  /** The body, if the request itself is not a stream. */
  readonly stream?: Readable;
  /** Whether the whole body has been received. */
  readonly complete: boolean;
  readonly destroyed: boolean;
  readonly readableEnded: boolean;
  on<E extends keyof BodyEvents>(event: E, listener: (...values: BodyEvents[E]) => void): unknown;
  off<E extends keyof BodyEvents>(event: E, listener: (...values: BodyEvents[E]) => void): unknown;
  resume(): unknown;
}

/** The events of a body. */
export interface BodyEvents {
  data: [chunk: Buffer];
  end: [];
  error: [error: Error];
  close: [];
}

/** The response to which an answer is written. */
export interface WireResponse {
  readonly destroyed: boolean;
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  /** Bytes waiting to be sent. */
  readonly writableLength: number;
  readonly writableNeedDrain: boolean;
  /** Sets a header of the answer before it is sent. `connection: close` ends the connection after the answer. */
  setHeader(name: string, value: string): unknown;
  removeHeader(name: string): void;
  /** Sends the interim response that requests the body. */
  writeContinue(): void;
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown;
  flushHeaders(): void;
  write(chunk: Uint8Array): boolean;
  end(body?: string | Uint8Array): unknown;
  destroy(): unknown;
  on(event: "drain" | "close", listener: () => void): unknown;
  off(event: "drain" | "close", listener: () => void): unknown;
}
