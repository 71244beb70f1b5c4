import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { TLSSocket } from "node:tls";
import { parseRequestInfo, type RequestInfo } from "../../../shared/requestInfo.ts";
import { badRequest, tooLargeBody } from "../../../shared/status.ts";
import { percentDecoded } from "../../../shared/text/percentDecoded.ts";
import type { Annotate, AuditTrail } from "../../ground/request/auditTrail.ts";
import type { RequestContext } from "../../ground/request/context.ts";
import { type LendableMemory, remainingTime, requestTimeout } from "../../ground/request/inFlight.ts";
import { ANONYMOUS, type Identity } from "../../ground/rights/identity.ts";
import { BodyError, readBody } from "./readBody.ts";
import type { RequestEnd } from "./requestEnd.ts";
import type { WireRequest, WireResponse } from "./wire.ts";

/** Maximum bytes of a body: 3 MiB. Larger bodies are refused. */
export const BODY_LIMIT = 3 * 1024 * 1024;
/** Maximum milliseconds for a body: the reference allows a request that is not a watch one minute. */
const BODY_TIME = 60_000;

/** Derives the meaning of a request line. */
export type InfoOf = (method: string, path: string, query: URLSearchParams) => RequestInfo | undefined;

export interface ExchangeOptions {
  readonly now: () => number;
  readonly webSocket: boolean;
  readonly webSocketToken?: string | undefined;
  readonly end: RequestEnd;
  /** Whether the `watch` parameter also applies to requests for one object; default true. */
  readonly namedWatch?: boolean | undefined;
  /** Returns the meaning of paths outside the API's conventions; undefined for paths that it does not recognize. */
  readonly infoOf?: InfoOf | undefined;
  /** Default {@link BODY_TIME}. */
  readonly bodyTime?: number | undefined;
  /** The response to write to; absent if the request is not plain HTTP. */
  readonly response?: WireResponse;
}

/**
 * Opens an exchange with the head of a request; the body is read when an endpoint asks for it.
 * @throws ApiError 400 for a path that cannot be decoded
 */
export const openExchange = (request: WireRequest, options: ExchangeOptions): RequestContext =>
  new Exchange(request, options);

/** A class for speed: one instance is made for every request, and rarely needed values are computed on access. */
class Exchange implements RequestContext {
  readonly id: string;
  readonly method: string;
  readonly uri: string;
  readonly path: string;
  readonly query: URLSearchParams;
  headers: RequestContext["headers"];
  readonly info: RequestInfo;
  readonly peerCertificates: readonly Uint8Array[];
  readonly remoteAddress: string;
  readonly webSocket: boolean;
  declare readonly webSocketToken?: string;
  readonly received: number;
  readonly warnings: string[] = [];
  user: Identity = ANONYMOUS;
  declare audit?: AuditTrail;
  declare annotate?: Annotate | undefined;
  declare due?: number;
  declare waited?: number;
  declare onBody?: (bytes: number) => Promise<void>;
  declare memory?: LendableMemory;
  readonly #request: WireRequest;
  readonly #options: ExchangeOptions;
  #body: Promise<Buffer> | undefined;

  constructor(request: WireRequest, options: ExchangeOptions) {
    const uri = originForm(request.url ?? "/");
    const mark = uri.indexOf("?");
    this.#request = request;
    this.#options = options;
    this.id = auditId(request) ?? randomUUID();
    this.method = request.method ?? "GET";
    this.uri = uri;
    this.path = decodePath(mark < 0 ? uri : uri.slice(0, mark));
    this.query = parseQuery(mark < 0 ? "" : uri.slice(mark + 1));
    this.headers = distinctHeaders(request);
    this.info =
      options.infoOf?.(this.method, this.path, this.query) ??
      parseRequestInfo(this.method, this.path, this.query, options.namedWatch);
    this.peerCertificates = peerCertificates(request);
    this.remoteAddress = request.socket.remoteAddress ?? "";
    this.webSocket = options.webSocket;
    if (options.webSocketToken !== undefined) this.webSocketToken = options.webSocketToken;
    this.received = options.now();
    closeAfterAnswer(request, options.response);
  }

  get headerValues(): RequestContext["headerValues"] {
    return this.#request.headersDistinct;
  }

  get signal(): AbortSignal {
    return this.#options.end.signal;
  }

  get isOver(): boolean {
    return this.#options.end.isEnded;
  }

  abandon(): void {
    // Otherwise the rest of the body would be taken for the next request.
    if (!this.#request.complete) this.#options.response?.setHeader("connection", "close");
    this.#options.end.end();
  }

  body(): Promise<Buffer> {
    this.#body ??= this.onBody === undefined ? this.#readBody() : this.#admitBody(this.onBody);
    return this.#body;
  }

  async #admitBody(onBody: (bytes: number) => Promise<void>): Promise<Buffer> {
    const bytes = await this.#readBody();
    await onBody(bytes.length);
    return bytes;
  }

  bodyStream(): Readable {
    continueRequest(this.#request, this.#options.response);
    const request = this.#request;
    if (request instanceof Readable) return request;
    if (request.stream === undefined) throw new Error("the request has no stream");
    return request.stream;
  }

  #readBody(): Promise<Buffer> {
    const { response, bodyTime = BODY_TIME } = this.#options;
    const time = Math.min(bodyTime, remainingTime(this));
    const onBegin = (): void => continueRequest(this.#request, response);
    return readBody(this.#request, { bytes: BODY_LIMIT, time, onBegin }).catch((error) => {
      if (!(error instanceof BodyError)) throw error;
      if (error.fault === "tooLong") throw tooLargeBody(`Request entity too large: limit is ${BODY_LIMIT}`);
      if (error.fault === "aborted") throw badRequest("the client went away before it had sent the body");
      // Otherwise the rest of the body would be taken for the next request.
      response?.setHeader("connection", "close");
      throw requestTimeout();
    });
  }
}

/**
 * Handles clients that wait before sending the body (`Expect: 100-continue`). If such a client gets its answer at once,
 * it may or may not send the body, so the connection ends with that answer.
 */
function closeAfterAnswer({ headers }: WireRequest, response: WireResponse | undefined): void {
  if (headers.expect !== undefined) response?.setHeader("connection", "close");
}

/** Requests the body from a client that waits. */
function continueRequest({ headers }: WireRequest, response: WireResponse | undefined): void {
  if (headers.expect === undefined) return;
  response?.removeHeader("connection");
  response?.writeContinue();
}

/** Headers that may be repeated, each occurrence with its own meaning, as lists; the others as Node joins them. */
function distinctHeaders(request: WireRequest): WireRequest["headers"] {
  const names = Object.keys(request.headers);
  if (!names.some(isRepeated)) return request.headers;
  const repeated = names.filter(isRepeated);
  const distinct = repeated.map((name) => [name, request.headersDistinct[name]] as const);
  return { ...request.headers, ...Object.fromEntries(distinct) };
}

const isRepeated = (name: string): boolean => name.startsWith("impersonate-");

/** The request's audit id. A caller may provide one, so that one action can be followed through several servers. */
function auditId(request: WireRequest): string | undefined {
  const given = request.headers["audit-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : undefined;
}

/** A request target as path and query; clients of proxies send a whole address (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  if (target.startsWith("/")) return target;
  const [, rest] = /^https?:\/\/[^/?]*(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return target;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function decodePath(raw: string): string {
  const path = raw.includes("%") ? percentDecoded(raw) : raw;
  if (path === undefined) throw badRequest(`the request path cannot be decoded`);
  return path;
}

/** A malformed escape, or a semicolon, which was once a second separator of parameters. */
const MALFORMED = /%(?![0-9A-Fa-f]{2})|;/;

/** Parses a query. Malformed parameters are left out, as in the reference. */
function parseQuery(text: string): URLSearchParams {
  if (!MALFORMED.test(text)) return new URLSearchParams(text);
  const kept = text.split("&").filter((pair) => !MALFORMED.test(pair));
  return new URLSearchParams(kept.join("&"));
}

/** Certificates by connection: a connection presents them once, and its requests share them. */
const certificates = new WeakMap<object, Uint8Array[]>();

function peerCertificates({ socket }: WireRequest): Uint8Array[] {
  let chain = certificates.get(socket);
  if (chain === undefined) {
    chain = readCertificates(socket as Partial<TLSSocket>);
    certificates.set(socket, chain);
  }
  return chain;
}

function readCertificates(socket: Partial<TLSSocket>): Uint8Array[] {
  if (typeof socket.getPeerCertificate !== "function") return [];
  const chain: Uint8Array[] = [];
  const leaf = socket.getPeerCertificate(true);
  for (let certificate = leaf; certificate?.raw !== undefined; certificate = certificate.issuerCertificate) {
    chain.push(certificate.raw);
    // A self-signed root names itself as its issuer.
    if (certificate.issuerCertificate === certificate || chain.length > 8) break;
  }
  return chain;
}
