import type { Duplex, Readable } from "node:stream";
import type { RequestInfo } from "../../../shared/requestInfo.ts";
import type { Identity } from "../rights/identity.ts";
import type { Annotate, AuditTrail } from "./auditTrail.ts";
import type { LendableMemory } from "./inFlight.ts";
import type { WriteTrace } from "./writeTrace.ts";

/** One request on its way through the filters. Contains everything about the request except its body, parsed once. */
export interface RequestContext {
  /** Unique per request; sent in the answer's `Audit-Id` header. */
  readonly id: string;
  readonly method: string;
  /** Path and query as they were sent; when absent, they are just `path` and `query`. */
  readonly uri?: string;
  /** Decoded path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Header names in lower case. The authentication filter removes the caller's credentials. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Every value of every header as received. */
  readonly headerValues?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly info: RequestInfo;
  /** DER bytes of the client certificates, leaf first. */
  readonly peerCertificates: readonly Uint8Array[];
  /** Address of the peer, for audit. */
  readonly remoteAddress: string;
  /** Whether the answer is sent over a WebSocket. */
  readonly webSocket: boolean;
  readonly webSocketToken?: string;
  /** Milliseconds since the epoch. */
  readonly received: number;
  /** Aborted when the client has disconnected or the server shuts down. */
  readonly signal: AbortSignal;
  /** Whether the signal is aborted, for code that polls instead of listening; undefined when unknown. */
  readonly isOver?: boolean;
  /** Texts that are sent as Warning headers. */
  readonly warnings: string[];
  /** Reads the whole body, up to the limit. @throws ApiError 413, 504 when it does not arrive in time */
  body(): Promise<Buffer>;
  /**
   * The body as a stream, for handlers that pass it on without a limit; use it instead of `body`. Absent for requests
   * without a socket.
   */
  bodyStream?(): Readable;
  /** Called with the size of the body in bytes before `body` returns it; `body` waits for the promise. */
  onBody?(bytes: number): Promise<void>;
  /** The memory that a large body occupies. */
  memory?: LendableMemory;
  /** When its time limit ends (see `InFlight`): the filter `deadline` sets it. */
  due?: number;
  /** Milliseconds that the request has waited for its turn and for webhooks. */
  waited?: number;
  /** Makes the request's handlers give up, because its time limit has passed. */
  abandon?(): void;
  /** Additional headers of the answer, including an error's. */
  answerHeaders?: Readonly<Record<string, string>>;
  /** Set if the requested version is deprecated: the first release without it, empty when none is decided. */
  deprecated?: { readonly removedIn: string };
  /** Set by the authentication filter. */
  user: Identity;
  /** Set for requests that are audited. */
  audit?: AuditTrail;
  /** Adds annotations to the events of a request that is, or may be, audited. */
  annotate?: Annotate | undefined;
  /** Set for writes that are explained to users. */
  trace?: WriteTrace;
}

/** A complete answer. */
export interface FullAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Several chunks are sent one after the other without being copied together. */
  readonly body: Uint8Array | string | readonly Uint8Array[];
}

/** The destination of a stream's frames: chunks of an HTTP response, or messages of a WebSocket. */
export interface FrameSink {
  /**
   * Sends one frame. Returns false when the peer is too slow and its buffer is full: the caller should then end the
   * stream.
   */
  write(frame: Uint8Array): boolean;
  /**
   * For senders that can wait: undefined while there is room, otherwise resolves when the peer has read what was sent,
   * or has disconnected. For a sender that never waits, `write` eventually returns false.
   */
  drained(): Promise<void> | undefined;
  /** Ends the stream properly. */
  end(): void;
  /** Aborted when the peer has disconnected. */
  readonly signal: AbortSignal;
}

/** An answer whose frames are sent over time: a watch. Headers are sent at once. */
export interface StreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Resolves when the initial content has been sent and the stream waits for changes; undefined for a stream without
   * initial content.
   */
  readonly caughtUp?: Promise<void>;
  /** Starts the stream; it runs until the sink's signal is aborted or it calls `end`. */
  readonly stream: (sink: FrameSink) => void;
}

/** The answer of another server, streamed to the client. */
export interface RelayedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The body. The receiver of the answer must read or destroy it. */
  readonly relayed: Readable;
}

/** Another server agreed to switch protocols: from now on bytes are passed in both directions. */
export interface TunnelAnswer {
  readonly status: 101;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The connection to the other server. The receiver of the answer must join or destroy it. */
  readonly tunnel: Duplex;
}

/** Messages in both directions over a WebSocket. */
export interface MessageSocket {
  /** The negotiated sub-protocol; empty for none. */
  readonly protocol: string;
  /** Aborted when the connection has ended. */
  readonly signal: AbortSignal;
  /**
   * Sends one message: bytes, or text.
   * @returns a promise that resolves when there is room for more; undefined if there is room now
   */
  send(message: Uint8Array | string): Promise<void> | undefined;
  /**
   * Registers the receiver of messages; texts are passed as bytes. Messages that arrive before are kept. While a
   * returned promise is pending, the client has to wait.
   */
  onMessage(listener: (message: Buffer) => Promise<void> | undefined): void;
  close(): void;
}

/** An answer that lets the client use a message protocol. */
export interface SocketAnswer {
  readonly status: 101;
  readonly headers: Readonly<Record<string, string>>;
  /** Supported sub-protocols; the first of the client's that is among them is used. */
  readonly protocols: readonly string[];
  readonly talk: (socket: MessageSocket) => void;
}

export type Answer = FullAnswer | StreamAnswer | RelayedAnswer | TunnelAnswer | SocketAnswer;

export const isFull = (answer: Answer): answer is FullAnswer => "body" in answer;

export const isStream = (answer: Answer): answer is StreamAnswer => "stream" in answer;

export const isRelayed = (answer: Answer): answer is RelayedAnswer => "relayed" in answer;

export const isTunnel = (answer: Answer): answer is TunnelAnswer => "tunnel" in answer;

export const isSocket = (answer: Answer): answer is SocketAnswer => "talk" in answer;

/** The rest of the chain, which a filter wraps. Errors are thrown synchronously or reject. */
export type Handler = (context: RequestContext) => Promise<Answer>;

/** One concern of request handling. */
export type Filter = (next: Handler) => Handler;

/** Wraps the innermost handler in filters; the first of the array is the outermost. */
export function compose(filters: readonly Filter[], innermost: Handler): Handler {
  return filters.reduceRight<Handler>((next, filter) => filter(next), innermost);
}

/** The first value of a header, or the empty string. */
export function header(context: Pick<RequestContext, "headers">, name: string): string {
  const value = context.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}
