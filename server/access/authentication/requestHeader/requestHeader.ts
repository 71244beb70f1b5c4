import type { X509Certificate } from "node:crypto";
import { unauthorized } from "../../../../shared/status.ts";
import type { Authenticator, Credentials } from "../authenticator.ts";
import { chainVerifier, commonNameOf } from "../certificates/certificateChain.ts";
import { mergeExtra, unescapeKey } from "../extraKeys.ts";

/** The headers in which proxies in front of the server name the authenticated user. */
export interface RequestHeaders {
  /** Names of headers. Only the first value of each is used; the first that is not empty counts. */
  readonly username: readonly string[];
  readonly uid: readonly string[];
  /** Names of headers; all of their values are used. */
  readonly group: readonly string[];
  /** Prefixes of header names; the rest of the name is the key. */
  readonly extraPrefix: readonly string[];
}

export interface RequestHeaderOptions {
  /** PEM bundle of the authorities of such proxies. */
  readonly authorities: string;
  /** Common names of trusted proxies; empty for any. */
  readonly allowedNames: readonly string[];
  readonly headers: RequestHeaders;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The standard headers that name the user. */
export const STANDARD_REQUEST_HEADERS: RequestHeaders = {
  username: ["X-Remote-User"],
  uid: ["X-Remote-Uid"],
  group: ["X-Remote-Group"],
  extraPrefix: ["X-Remote-Extra-"],
};

/** Whether a header (in lower case) describes a user on a proxy's behalf. */
export function isRequestHeader({ username, uid, group, extraPrefix }: RequestHeaders): (name: string) => boolean {
  const names = new Set([...username, ...uid, ...group].map((name) => name.toLowerCase()));
  const prefixes = extraPrefix.map((prefix) => prefix.toLowerCase());
  return (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

/**
 * Accepts the user that a proxy names, if an authority has issued the proxy's certificate and its name is allowed.
 * Other clients cannot use such headers. A proxy that sends no such headers is not authenticated by this method.
 * @throws Error for authorities without certificates
 */
export function requestHeaderAuthenticator(options: RequestHeaderOptions): Authenticator {
  const verify = chainVerifier(options.authorities, options.now);
  const { headers, allowedNames } = options;
  // Every request has the certificate, and parsing is slow.
  const allowedByCertificate = new WeakMap<X509Certificate, boolean>();
  const isAllowed = (proxy: X509Certificate): boolean => {
    const known = allowedByCertificate.get(proxy);
    if (known !== undefined) return known;
    const allowed = allowedNames.length === 0 || allowedNames.includes(commonNameOf(proxy));
    allowedByCertificate.set(proxy, allowed);
    return allowed;
  };
  return {
    name: "requestHeader",
    authenticate(credentials) {
      if (credentials.peerCertificates.length === 0) return undefined;
      const proxy = verify(credentials.peerCertificates);
      if (proxy === undefined || !isAllowed(proxy)) throw unauthorized();
      const username = firstValue(credentials, headers.username);
      if (username === undefined) return undefined;
      const uid = firstValue(credentials, headers.uid);
      return {
        username,
        ...(uid === undefined ? {} : { uid }),
        groups: allValues(credentials, headers.group),
        extra: extraValues(credentials, headers.extraPrefix),
      };
    },
  };
}

function valuesOf({ headers, headerValues }: Credentials, name: string): readonly string[] {
  const value = headerValues?.[name] ?? headers[name];
  return value === undefined ? [] : typeof value === "string" ? [value] : value;
}

const firstValue = (credentials: Credentials, names: readonly string[]): string | undefined =>
  names.map((name) => valuesOf(credentials, name.toLowerCase())[0]).find(Boolean);

const allValues = (credentials: Credentials, names: readonly string[]): string[] =>
  names.flatMap((name) => valuesOf(credentials, name.toLowerCase())).filter((value) => value !== "");

function extraValues(credentials: Credentials, prefixes: readonly string[]): Record<string, string[]> {
  const names = Object.keys(credentials.headerValues ?? credentials.headers).sort();
  return mergeExtra(
    prefixes.flatMap((prefix) =>
      names
        .filter((name) => name.startsWith(prefix.toLowerCase()))
        .map((name) => [unescapeKey(name.slice(prefix.length)), valuesOf(credentials, name)] as const),
    ),
  );
}
