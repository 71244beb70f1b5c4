import type { IncomingHttpHeaders } from "node:http";
import type { IncomingHttpHeaders as Http2Headers, ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";
import type { BodyEvents, WireRequest } from "../wire.ts";

/** A request that arrived as an HTTP/2 stream. */
export class StreamRequest implements WireRequest {
  readonly method: string;
  readonly url: string;
  /** Headers without pseudo headers; `host` is the request's authority. */
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  readonly #stream: ServerHttp2Stream;
  readonly #rawHeaders: readonly string[];
  #distinct: NodeJS.Dict<string[]> | undefined;

  /** @param rawHeaders names and values, alternating, each as often as it was sent */
  constructor(stream: ServerHttp2Stream, headers: Http2Headers, rawHeaders: readonly string[], socket: Socket) {
    const { ":method": method, ":path": path, ":authority": authority, ":scheme": _, ...rest } = headers;
    this.method = method ?? "GET";
    this.url = path ?? "/";
    // A body without a content length is sent in chunks, which HTTP/1.1 marks with a header.
    const inParts = !stream.endAfterHeaders && rest["content-length"] === undefined;
    this.headers = {
      ...rest,
      ...(authority === undefined ? {} : { host: authority }),
      ...(inParts ? { "transfer-encoding": "chunked" } : {}),
    };
    this.socket = socket;
    this.#stream = stream;
    this.#rawHeaders = rawHeaders;
  }

  get stream(): ServerHttp2Stream {
    return this.#stream;
  }

  get headersDistinct(): NodeJS.Dict<string[]> {
    if (this.#distinct === undefined) {
      const distinct: NodeJS.Dict<string[]> = Object.create(null) as NodeJS.Dict<string[]>;
      for (let i = 0; i + 1 < this.#rawHeaders.length; i += 2) {
        const name = (this.#rawHeaders[i] as string).toLowerCase();
        if (name.startsWith(":")) continue;
        const values = distinct[name];
        const value = this.#rawHeaders[i + 1] as string;
        if (values === undefined) distinct[name] = [value];
        else values.push(value);
      }
      this.#distinct = distinct;
    }
    return this.#distinct;
  }

  get complete(): boolean {
    return this.#stream.endAfterHeaders || this.#stream.readableEnded;
  }

  get destroyed(): boolean {
    return this.#stream.destroyed;
  }

  get readableEnded(): boolean {
    return this.#stream.readableEnded;
  }

  on<E extends keyof BodyEvents>(event: E, listener: (...values: BodyEvents[E]) => void): void {
    this.#stream.on(event as string, listener as (...values: unknown[]) => void);
  }

  off<E extends keyof BodyEvents>(event: E, listener: (...values: BodyEvents[E]) => void): void {
    this.#stream.off(event, listener as (...values: unknown[]) => void);
  }

  resume(): void {
    this.#stream.resume();
  }
}
