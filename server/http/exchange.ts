import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { TLSSocket } from "node:tls";
import { parseRequestInfo } from "../../shared/requestInfo.ts";
import { badRequest, tooLargeBody } from "../../shared/status.ts";
import { ANONYMOUS } from "../authentication/identity.ts";
import type { RequestContext } from "./context.ts";
import type { RequestEnd } from "./requestEnd.ts";

/** Bodies above this are refused: 3 MiB. */
export const BODY_LIMIT = 3 * 1024 * 1024;

export interface ExchangeOptions {
  readonly now: () => number;
  readonly webSocket: boolean;
  readonly webSocketToken?: string | undefined;
  readonly end: RequestEnd;
}

/**
 * Reads the head of a request; the body is read when an endpoint asks for it.
 * @throws ApiError 400 for a path that cannot be decoded
 */
export function openExchange(request: IncomingMessage, options: ExchangeOptions): RequestContext {
  const url = request.url ?? "/";
  const mark = url.indexOf("?");
  const rawPath = mark < 0 ? url : url.slice(0, mark);
  const query = parseQuery(mark < 0 ? "" : url.slice(mark + 1));
  const path = decodePath(rawPath);
  const method = request.method ?? "GET";
  let body: Promise<Buffer> | undefined;
  return {
    id: auditId(request) ?? randomUUID(),
    method,
    path,
    query,
    headers: distinctHeaders(request),
    get headerValues() {
      return request.headersDistinct;
    },
    info: parseRequestInfo(method, path, query),
    peerCertificates: peerCertificates(request),
    remoteAddress: request.socket.remoteAddress ?? "",
    webSocket: options.webSocket,
    ...(options.webSocketToken === undefined ? {} : { webSocketToken: options.webSocketToken }),
    received: options.now(),
    get signal() {
      return options.end.signal;
    },
    warnings: [],
    body: () => {
      body ??= readBody(request);
      return body;
    },
    user: ANONYMOUS,
  };
}

/** Headers that may be repeated, each with a meaning of its own, arrive as lists; the others as Node joins them. */
function distinctHeaders(request: IncomingMessage): IncomingMessage["headers"] {
  const repeated = Object.keys(request.headers).filter((name) => name.startsWith("impersonate-"));
  if (repeated.length === 0) return request.headers;
  const distinct = repeated.map((name) => [name, request.headersDistinct[name]] as const);
  return { ...request.headers, ...Object.fromEntries(distinct) };
}

/** A caller may bring its own id, so that one action can be followed through several servers. */
function auditId(request: IncomingMessage): string | undefined {
  const given = request.headers["audit-id"];
  return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : undefined;
}

function decodePath(raw: string): string {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    throw badRequest(`the request path cannot be decoded`);
  }
}

/** Parameters with malformed escapes are left out, as the reference does. */
function parseQuery(text: string): URLSearchParams {
  if (!/%(?![0-9A-Fa-f]{2})/.test(text)) return new URLSearchParams(text);
  const kept = text.split("&").filter((pair) => !/%(?![0-9A-Fa-f]{2})/.test(pair));
  return new URLSearchParams(kept.join("&"));
}

/** A connection shows its certificates once; its requests share them. */
const certificates = new WeakMap<object, Uint8Array[]>();

function peerCertificates({ socket }: IncomingMessage): Uint8Array[] {
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

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const limitError = () => tooLargeBody(`Request entity too large: limit is ${BODY_LIMIT}`);
  if (Number(request.headers["content-length"] ?? 0) > BODY_LIMIT) throw limitError();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > BODY_LIMIT) throw limitError();
    chunks.push(bytes);
  }
  return chunks.length === 1 ? (chunks[0] ?? Buffer.alloc(0)) : Buffer.concat(chunks);
}
