import http from "node:http";
import { isIP } from "node:net";
import type { Duplex } from "node:stream";
import { connect } from "node:tls";
import { GatheredBytes } from "../../../ground/memory/gatheredBytes.ts";
import type { FetchedMessage, FetchMessage } from "../shell/messages.ts";
import { NoAnswer } from "./noAnswer.ts";

/** Maximum size of a response body, in bytes. */
const LARGEST_BODY = 8 * 1024 * 1024;
/** Maximum duration of a request, in milliseconds. */
const LONGEST = 300_000;

/** Why a certificate is not trusted, in OpenSSL's words for the first error that it finds. */
const REASONS: Readonly<Record<string, string>> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "unable to get local issuer certificate",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "unable to get local issuer certificate",
  UNABLE_TO_GET_ISSUER_CERT: "unable to get issuer certificate",
  SELF_SIGNED_CERT_IN_CHAIN: "self-signed certificate in certificate chain",
  DEPTH_ZERO_SELF_SIGNED_CERT: "self-signed certificate",
  CERT_HAS_EXPIRED: "certificate has expired",
  CERT_NOT_YET_VALID: "certificate is not yet valid",
  CERT_SIGNATURE_FAILURE: "certificate signature failure",
};

export interface FetchWays {
  /** Cancels the request. */
  readonly signal: AbortSignal;
  /** Also called with the parts of the response body as they arrive. */
  onPart?: ((bytes: Uint8Array) => void) | undefined;
}

/**
 * Sends an HTTP request over a connection, with TLS for `https`, and reads the response.
 * @throws NoAnswer with a client's error message
 */
export function fetchOver(
  connection: Duplex,
  request: FetchMessage,
  { signal, onPart }: FetchWays,
): Promise<FetchedMessage> {
  const url = new URL(request.url);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const most = Math.min(request.time ?? LONGEST, LONGEST);
  return new Promise((resolve, reject) => {
    const socket = url.protocol === "https:" ? secured(connection, host, request) : connection;
    const sent = http.request({
      createConnection: () => socket as never,
      method: request.method,
      path: url.pathname + url.search,
      headers: { host: url.host, ...request.headers, "content-length": request.body.length },
      setHost: false,
    });
    let answer: http.IncomingMessage | undefined;
    const received = new GatheredBytes();
    const end = (act: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      act();
      sent.destroy();
      connection.destroy();
    };
    const finish = (cut?: FetchedMessage["cut"]): void =>
      end(() =>
        resolve({
          status: answer?.statusCode ?? 0,
          headers: headersOf(answer),
          body: received.take(),
          ...(cut === undefined ? {} : { cut }),
        }),
      );
    const fail = (words: string): void => end(() => reject(new NoAnswer(words)));
    const giveUp = (): void => fail("the request was given up");
    const timer = setTimeout(() => {
      if (answer === undefined) fail(`Operation timed out after ${most} milliseconds with 0 bytes received`);
      else finish("time");
    }, most);
    if (signal.aborted) return giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    sent.on("response", (response) => {
      answer = response;
      response.on("data", (chunk: Buffer) => {
        if (received.size + chunk.length > LARGEST_BODY) return finish("size");
        received.push(chunk);
        onPart?.(chunk);
      });
      response.on("end", () => finish());
      response.on("error", () => finish("end"));
    });
    sent.on("upgrade", (response) => {
      answer = response;
      finish();
    });
    sent.on("error", (error: NodeJS.ErrnoException) => fail(wordsFor(error, host)));
    sent.end(request.body);
  });
}

function secured(connection: Duplex, host: string, { trust }: FetchMessage): Duplex {
  return connect({
    socket: connection,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    // The name that the certificate must match.
    host,
    ALPNProtocols: ["http/1.1"],
    rejectUnauthorized: trust !== "anyone",
    ...(trust === undefined || trust === "anyone" ? {} : { ca: trust.authorities }),
  });
}

function headersOf(response: http.IncomingMessage | undefined): Record<string, string> {
  const entries = Object.entries(response?.headers ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
}

function wordsFor({ code = "", message }: NodeJS.ErrnoException, host: string): string {
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return `SSL: no alternative certificate subject name matches target host name '${host}'`;
  }
  const reason = REASONS[code];
  if (reason !== undefined) return `SSL certificate problem: ${reason}`;
  if (code.startsWith("ERR_SSL_")) {
    return `TLS connect error: ${code.slice("ERR_SSL_".length).toLowerCase().replaceAll("_", " ")}`;
  }
  return code === "ECONNRESET" || code.startsWith("HPE_") ? "Empty reply from server" : message;
}
