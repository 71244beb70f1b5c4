import type { Duplex, Readable } from "node:stream";
import type { RequestInfo } from "../../../shared/requestInfo.ts";
import type { Identity } from "../rights/identity.ts";
import type { Annotate, AuditTrail } from "./auditTrail.ts";
import type { LentRoom } from "./inFlight.ts";
import type { WriteTrace } from "./writeTrace.ts";

/** One request on its way through the filters. Everything about it that is not its body is here, parsed once. */
export interface RequestContext {
  /** Unique per request; answered as the `Audit-Id` header. */
  readonly id: string;
  readonly method: string;
  /** Path and query as they were sent; where it is missing, `path` and `query` are all there was. */
  readonly uri?: string;
  /** Decoded path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Header names in lower case. Without the caller's credentials once the authentication filter has seen them. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Every value of every header as it was received. */
  readonly headerValues?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly info: RequestInfo;
  /** DER bytes of the client certificates, leaf first. */
  readonly peerCertificates: readonly Uint8Array[];
  /** Address of the peer, for audit. */
  readonly remoteAddress: string;
  /** True when the answer travels over a WebSocket. */
  readonly webSocket: boolean;
  readonly webSocketToken?: string;
  /** Milliseconds since the epoch. */
  readonly received: number;
  /** Aborts when the client has gone or the server shuts down. */
  readonly signal: AbortSignal;
  /** Whether that has happened, for code that can poll instead of listening; unknown when undefined. */
  readonly isOver?: boolean;
  /** Texts that become Warning headers. */
  readonly warnings: string[];
  /** The whole body, at most the limit. @throws ApiError 413, 504 when it does not come in time */
  body(): Promise<Buffer>;
  /**
   * The body as it comes, for handlers that pass it on without a limit; instead of `body`. Absent for requests without
   * a socket.
   */
  bodyStream?(): Readable;
  /** Called with the size of the body in bytes before `body` hands it out, which waits for it. */
  onBody?(bytes: number): Promise<void>;
  /** The room in memory that the body occupies, when it is large. */
  room?: LentRoom;
  /** Milliseconds that the request has, from its receipt on; undefined where there is no limit. */
  allotted?: number;
  /** Milliseconds that it has waited for its turn and for webhooks. */
  waited?: number;
  /** Makes the request's handlers give up: its time is over. */
  abandon?(): void;
  /** What the answer says besides its own headers, an error's as well. */
  answerHeaders?: Readonly<Record<string, string>>;
  /** Set where the version that is asked for is deprecated: the first release without it, empty when none is decided. */
  deprecated?: { readonly removedIn: string };
  /** Set by the authentication filter. */
  user: Identity;
  /** Of requests that are audited. */
  audit?: AuditTrail;
  /** Takes remarks for the events of a request that is audited, or may be. */
  annotate?: Annotate | undefined;
  /** Of writes that are explained to users. */
  trace?: WriteTrace;
}

/** A complete answer. */
export interface FullAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Several chunks are sent one after the other without being copied together. */
  readonly body: Uint8Array | string | readonly Uint8Array[];
}

/** Where the frames of a stream go: chunks of an HTTP response, or messages of a WebSocket. */
export interface FrameSink {
  /** Sends one frame. False when the peer is too slow and its buffer is full: the caller should end the stream. */
  write(frame: Uint8Array): boolean;
  /**
   * For senders that can wait: undefined while there is room, otherwise resolves when the peer has read what was sent,
   * or has gone. A sender that never waits is cut off by `write`.
   */
  drained(): Promise<void> | undefined;
  /** Ends the stream in good order. */
  end(): void;
  /** Aborts when the peer has gone. */
  readonly signal: AbortSignal;
}

/** An answer whose frames come over time: a watch. Headers are sent at once. */
export interface StreamAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Resolves when the initial content has been sent and the stream waits for changes; undefined for a stream that
   * begins with nothing.
   */
  readonly caughtUp?: Promise<void>;
  /** Starts the stream; it runs until the sink's signal aborts or it calls `end`. */
  readonly stream: (sink: FrameSink) => void;
}

/** The answer of another server, passed on as it comes. */
export interface RelayedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The body. The taker of the answer reads or destroys it. */
  readonly relayed: Readable;
}

/** Another server agreed to speak another protocol: from now on bytes pass both ways. */
export interface TunnelAnswer {
  readonly status: 101;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The connection to the other server. The taker of the answer joins or destroys it. */
  readonly tunnel: Duplex;
}

/** Messages both ways over a WebSocket. */
export interface MessageSocket {
  /** The sub-protocol that is spoken; empty for none. */
  readonly protocol: string;
  /** Aborts when the connection is over. */
  readonly signal: AbortSignal;
  /** Sends one message: bytes, or text. @returns what resolves when there is room for more; undefined where there is */
  send(message: Uint8Array | string): Promise<void> | undefined;
  /**
   * Texts come as their bytes. Messages that arrive before a listener is set are kept. The client has to wait while what the
   * listener returns is unresolved.
   */
  onMessage(listener: (message: Buffer) => Promise<void> | undefined): void;
  close(): void;
}

/** The client may speak a protocol of messages. */
export interface SocketAnswer {
  readonly status: 101;
  readonly headers: Readonly<Record<string, string>>;
  /** Sub-protocols that are spoken here; of those that the client offers, its first one of these is taken. */
  readonly protocols: readonly string[];
  readonly talk: (socket: MessageSocket) => void;
}

export type Answer = FullAnswer | StreamAnswer | RelayedAnswer | TunnelAnswer | SocketAnswer;

export const isFull = (answer: Answer): answer is FullAnswer => "body" in answer;

export const isStream = (answer: Answer): answer is StreamAnswer => "stream" in answer;

export const isRelayed = (answer: Answer): answer is RelayedAnswer => "relayed" in answer;

export const isTunnel = (answer: Answer): answer is TunnelAnswer => "tunnel" in answer;

export const isSocket = (answer: Answer): answer is SocketAnswer => "talk" in answer;

/** What a filter wraps: the rest of the chain. Errors are thrown at once or reject. */
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
