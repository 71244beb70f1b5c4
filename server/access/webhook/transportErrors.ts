import { isIP } from "node:net";
import type { PeerCertificate } from "node:tls";
import { timestamp } from "../../../shared/time.ts";
import { bracketed } from "../../ground/formats/addresses/addresses.ts";
import { UnexpectedAnswer } from "./boundedAnswer.ts";
import type { Validity } from "./dialingAgent.ts";
import type { WebhookFailure } from "./webhookError.ts";

/** Facts about a failed connection besides the error. */
export interface Peer {
  /** The requested name or address. */
  readonly host: string;
  /** The connected name or address. */
  readonly address: string;
  readonly port: number;
  /** Validity of the presented certificate, if there was one. */
  readonly validity?: Validity;
}

export interface TransportProblem {
  readonly failure: WebhookFailure;
  /** In the reference's words, without naming the request. */
  readonly text: string;
}

interface NodeError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  /** Present in certificate errors. */
  readonly cert?: PeerCertificate;
  /** Present when several addresses were tried. */
  readonly errors?: readonly Error[];
}

const DIAL: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  EHOSTUNREACH: "no route to host",
  ENETUNREACH: "network is unreachable",
  ETIMEDOUT: "connection timed out",
  EADDRNOTAVAIL: "cannot assign requested address",
  EACCES: "permission denied",
};

const UNKNOWN_AUTHORITY = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "INVALID_CA",
]);

const OUTDATED = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);

/** Describes in the reference's words why a request got no response. */
export function describeTransportError(error: unknown, peer: Peer): TransportProblem {
  if (error instanceof UnexpectedAnswer) return { failure: "connection", text: error.message };
  const { code = "", cert, hostname, errors, message = "", ...rest } = (error ?? {}) as Partial<NodeError>;
  // When several addresses of a name failed, report the first error.
  if (errors?.[0] !== undefined) return describeTransportError(errors[0], peer);
  const { address = peer.address, port = peer.port } = rest;
  const at = `${bracketed(address)}:${port}`;
  const dial = DIAL[code];
  if (dial !== undefined) return { failure: "connection", text: `dial tcp ${at}: connect: ${dial}` };
  if (code === "ENOTFOUND") {
    return { failure: "connection", text: `dial tcp: lookup ${hostname ?? peer.address}: no such host` };
  }
  if (code === "EAI_AGAIN") {
    return { failure: "connection", text: `dial tcp: lookup ${hostname ?? peer.address}: server misbehaving` };
  }
  if (UNKNOWN_AUTHORITY.has(code)) return unverified("certificate signed by unknown authority");
  if (OUTDATED.has(code)) return unverified(`certificate has expired or is not yet valid${wrongTime(peer)}`);
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return unverified(otherName(peer.host, cert));
  if (/wrong.version.number|packet.length.too.long/i.test(`${code} ${message}`)) {
    return { failure: "tls", text: "http: server gave HTTP response to HTTPS client" };
  }
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || code === "EPROTO") {
    const alert = /alert (?:number )?([a-z ]+)/i.exec(message)?.[1]?.trim();
    return { failure: "tls", text: alert === undefined ? "tls: handshake failure" : `remote error: tls: ${alert}` };
  }
  if (code === "ECONNRESET" || code === "EPIPE") {
    // Node also reports this error when the connection was closed cleanly before the response.
    const text = message === "aborted" ? "unexpected EOF" : message === "socket hang up" ? "EOF" : undefined;
    return { failure: "connection", text: text ?? "connection reset by peer" };
  }
  return { failure: "connection", text: code === "" ? "connection failed" : `connection failed (${code})` };
}

const unverified = (detail: string): TransportProblem => ({
  failure: "tls",
  text: `tls: failed to verify certificate: x509: ${detail}`,
});

/**
 * Why a certificate is outside its validity; empty when the certificate is unknown or another one of the chain is
 * invalid.
 */
function wrongTime({ validity }: Peer, now = Date.now()): string {
  if (validity === undefined) return "";
  if (now > validity.to) return `: current time ${timestamp(now)} is after ${timestamp(validity.to)}`;
  return now < validity.from ? `: current time ${timestamp(now)} is before ${timestamp(validity.from)}` : "";
}

/** Describes a certificate whose names do not include the requested one. */
function otherName(host: string, cert: PeerCertificate | undefined): string {
  const names = (cert?.subjectaltname ?? "").split(", ").filter((name) => name !== "");
  const of = (prefix: string): string[] =>
    names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  if (isIP(host) !== 0) {
    const addresses = of("IP Address:");
    return addresses.length === 0
      ? `cannot validate certificate for ${host} because it doesn't contain any IP SANs`
      : `certificate is valid for ${addresses.join(", ")}, not ${host}`;
  }
  const hosts = of("DNS:");
  if (hosts.length > 0) return `certificate is valid for ${hosts.join(", ")}, not ${host}`;
  return names.length === 0 && cert?.subject?.CN !== undefined
    ? "certificate relies on legacy Common Name field, use SANs instead"
    : `certificate is not valid for any names, but wanted to match ${host}`;
}
