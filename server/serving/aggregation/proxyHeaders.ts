import type { IncomingHttpHeaders } from "node:http";
import { isRequestHeader, STANDARD_REQUEST_HEADERS } from "../../access/authentication/requestHeader/requestHeader.ts";
import type { RequestContext } from "../../ground/request/context.ts";
import type { Identity } from "../../ground/rights/identity.ts";

/** Headers with the values to send. */
export type SentHeaders = Record<string, string | string[]>;

/** Headers that are about one connection, not the request or its answer (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const isIdentityHeader = isRequestHeader(STANDARD_REQUEST_HEADERS);

/**
 * Headers that are never passed on: those of the connection, credentials, and those that only the server itself may
 * set.
 */
const staysHere = (name: string): boolean =>
  HOP_BY_HOP.has(name) ||
  isIdentityHeader(name) ||
  name === "authorization" ||
  name === "expect" ||
  name === "host" ||
  name.startsWith("impersonate-");

/** Additional hop-by-hop headers that a `Connection` header names. */
function namedByConnection(value: string | readonly string[] | undefined): ReadonlySet<string> {
  const names = [value ?? ""].flat().join(",").split(",");
  return new Set(names.map((name) => name.trim().toLowerCase()));
}

function passing(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  stays: (name: string) => boolean,
): SentHeaders {
  const named = namedByConnection(headers["connection"]);
  const kept: SentHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || stays(name) || named.has(name)) continue;
    kept[name] = typeof value === "string" ? value : [...value];
  }
  return kept;
}

/**
 * Encodes keys of extra values as parts of header names: characters that are not allowed in names are percent-encoded.
 */
const escapeKey = (key: string): string =>
  [...Buffer.from(key)]
    .map((byte) => {
      const char = String.fromCharCode(byte);
      return /[!#$&'*+\-.^_`|~0-9A-Za-z]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");

/**
 * The headers in which the server names the user to extension servers.
 * @param withUid the feature gate `RemoteRequestHeaderUID`
 * @throws RangeError for an identity that cannot be expressed in headers
 */
export function identityHeaders({ username, uid, groups, extra }: Identity, withUid: boolean): SentHeaders {
  return {
    "x-remote-user": headerText(username),
    ...(withUid && uid !== undefined && uid !== "" ? { "x-remote-uid": headerText(uid) } : {}),
    ...(groups.length === 0 ? {} : { "x-remote-group": groups.map(headerText) }),
    ...Object.fromEntries(
      Object.entries(extra)
        .filter(([, values]) => values.length > 0)
        .map(([key, values]) => [`x-remote-extra-${escapeKey(key)}`, values.map(headerText)]),
    ),
  };
}

/**
 * Values are sent as the bytes of their UTF-8 text. A value that a header cannot contain unchanged (spaces at its ends,
 * control characters) is refused, because it would name a different user to the other server.
 * @throws RangeError
 */
function headerText(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (value !== value.trim() || /[\0-\x08\n-\x1f\x7f]/.test(value)) {
    throw new RangeError("the user's name, groups or extra values cannot be told in headers");
  }
  return Buffer.from(value, "utf8").toString("latin1");
}

export interface ForwardedRequest {
  /** `host:port` of the extension server, for the `Host` header. */
  readonly authority: string;
  /** The path to send. */
  readonly path: string;
  readonly withUid: boolean;
  /** Prefix of WebSocket subprotocols that contain a token. */
  readonly tokenProtocol: string;
}

/** The headers of a request to pass on. The caller's own claims about its identity are dropped. */
export function forwardedHeaders(
  context: Pick<RequestContext, "headers" | "user" | "id" | "remoteAddress">,
  { authority, path, withUid, tokenProtocol }: ForwardedRequest,
): SentHeaders {
  const headers = passing(context.headers, staysHere);
  const protocols = [headers["sec-websocket-protocol"] ?? []].flat().join(",").split(",");
  const kept = protocols.map((text) => text.trim()).filter((text) => text !== "" && !text.startsWith(tokenProtocol));
  if (kept.length > 0) headers["sec-websocket-protocol"] = kept.join(", ");
  else delete headers["sec-websocket-protocol"];
  const way = [headers["x-forwarded-for"] ?? []].flat();
  return {
    ...headers,
    host: authority,
    "audit-id": context.id,
    "x-forwarded-for": [...way, context.remoteAddress.replace(/^::ffff:/, "")].join(", "),
    "x-forwarded-host": authority,
    "x-forwarded-proto": "https",
    "x-forwarded-uri": path,
    ...identityHeaders(context.user, withUid),
  };
}

/** The headers of an answer to pass on; the caller gets this server's audit id. */
export const answeredHeaders = (headers: IncomingHttpHeaders): SentHeaders =>
  passing(headers, (name) => HOP_BY_HOP.has(name) || name === "audit-id");
