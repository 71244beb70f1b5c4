import type { OutgoingHttpHeaders } from "node:http";
import { constants, type ServerHttp2Stream } from "node:http2";
import type { WireResponse } from "../wire.ts";

/** Headers that HTTP/2 does not allow: single answers do not control the connection. */
const OF_CONNECTIONS: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade"]);

export interface StreamResponseOptions {
  /** Whether the connection ends after a 401. */
  readonly endUnauthenticated: boolean;
  /** Ends the connection after its open streams have finished, and accepts no new ones. */
  endConnection(): void;
}

/** The answer on an HTTP/2 stream. */
export class StreamResponse implements WireResponse {
  readonly #stream: ServerHttp2Stream;
  readonly #early = new Map<string, string>();
  readonly #options: StreamResponseOptions;
  #lastOfConnection = false;
  #written = 0;

  constructor(stream: ServerHttp2Stream, options: StreamResponseOptions) {
    this.#stream = stream;
    this.#options = options;
    // Errors of a stream are handled when it closes.
    stream.on("error", () => undefined);
    // Tells the client not to send the rest of a body that the server will not read.
    stream.on("finish", () => {
      if (!stream.readableEnded && !stream.closed) stream.close(constants.NGHTTP2_NO_ERROR);
    });
  }

  get destroyed(): boolean {
    return this.#stream.destroyed || this.#stream.closed;
  }

  get headersSent(): boolean {
    return this.#stream.headersSent;
  }

  get writableEnded(): boolean {
    return this.#stream.writableEnded;
  }

  get writableLength(): number {
    return this.#stream.writableLength;
  }

  get writableNeedDrain(): boolean {
    return this.#stream.writableNeedDrain;
  }

  /** Bytes handed over for sending. */
  get bytesWritten(): number {
    return this.#written;
  }

  setHeader(name: string, value: string): void {
    this.#early.set(name.toLowerCase(), value);
  }

  removeHeader(name: string): void {
    this.#early.delete(name.toLowerCase());
  }

  writeContinue(): void {
    if (!this.destroyed && !this.headersSent) this.#stream.additionalHeaders({ ":status": 100 });
  }

  /** Ends the connection after this answer. */
  endConnectionAfter(): void {
    this.#lastOfConnection = true;
  }

  writeHead(status: number, headers: OutgoingHttpHeaders): void {
    if (this.destroyed || this.headersSent) return;
    const all: OutgoingHttpHeaders = { ":status": status };
    for (const [name, value] of [...this.#early, ...Object.entries(headers)]) {
      if (name === "connection" && value === "close") this.#lastOfConnection = true;
      if (value !== undefined && !OF_CONNECTIONS.has(name)) all[name] = value;
    }
    this.#stream.respond(all);
    const { endUnauthenticated, endConnection } = this.#options;
    if (this.#lastOfConnection || (endUnauthenticated && status === 401)) endConnection();
  }

  /** No-op: HTTP/2 sends heads at once. */
  flushHeaders(): void {}

  write(chunk: Uint8Array): boolean {
    if (this.destroyed || this.writableEnded) return false;
    this.#written += chunk.length;
    return this.#stream.write(chunk);
  }

  end(body?: string | Uint8Array): void {
    if (this.destroyed) return;
    if (body === undefined) {
      this.#stream.end();
      return;
    }
    this.#written += Buffer.byteLength(body);
    this.#stream.end(body);
  }

  /** Aborts the answer: the client sees that it is incomplete. Other streams of the connection continue. */
  destroy(): void {
    this.#stream.close(constants.NGHTTP2_CANCEL);
    this.#stream.destroy();
  }

  on(event: "drain" | "close", listener: () => void): this {
    this.#stream.on(event, listener);
    return this;
  }

  off(event: "drain" | "close", listener: () => void): this {
    this.#stream.off(event, listener);
    return this;
  }
}
