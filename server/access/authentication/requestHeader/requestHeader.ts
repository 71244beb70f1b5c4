import type { X509Certificate } from "node:crypto";
import { unauthorized } from "../../../../shared/status.ts";
import type { Authenticator, Credentials } from "../authenticator.ts";
import { chainVerifier, commonNameOf } from "../certificates/certificateChain.ts";
import { mergeExtra, unescapeKey } from "../extraKeys.ts";

/** The headers in which proxies in front of the server name the user whom they have authenticated. */
export interface RequestHeaders {
  /** Names of headers; of each the first value may count, and the first that is not empty does. */
  readonly username: readonly string[];
  readonly uid: readonly string[];
  /** Names of headers; all values count. */
  readonly group: readonly string[];
  /** Prefixes of header names; the rest of the name is the key. */
  readonly extraPrefix: readonly string[];
}

export interface RequestHeaderOptions {
  /** PEM bundle of the authorities of such proxies. */
  readonly authorities: string;
  /** Common names of their certificates; empty for any. */
  readonly allowedNames: readonly string[];
  readonly headers: RequestHeaders;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Headers that name the user, whichever client sends them. */
export const STANDARD_REQUEST_HEADERS: RequestHeaders = {
  username: ["X-Remote-User"],
  uid: ["X-Remote-Uid"],
  group: ["X-Remote-Group"],
  extraPrefix: ["X-Remote-Extra-"],
};

/** Whether a header (in lower case) is one of those in which a proxy describes a user. */
export function isRequestHeader({ username, uid, group, extraPrefix }: RequestHeaders): (name: string) => boolean {
  const names = new Set([...username, ...uid, ...group].map((name) => name.toLowerCase()));
  const prefixes = extraPrefix.map((prefix) => prefix.toLowerCase());
  return (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

/**
 * Accepts the user that a proxy names if the proxy's certificate is from one of the authorities and its name is
 * allowed. Such headers from any other client mean nothing. A proxy that sends no such headers is not authenticated by
 * this method.
 * @throws Error for authorities that are no certificates
 */
export function requestHeaderAuthenticator(options: RequestHeaderOptions): Authenticator {
  const verify = chainVerifier(options.authorities, options.now);
  const { headers, allowedNames } = options;
  // Certificates come with every request, and are slow to read.
  const judged = new WeakMap<X509Certificate, boolean>();
  const isAllowed = (proxy: X509Certificate): boolean => {
    const known = judged.get(proxy);
    if (known !== undefined) return known;
    const allowed = allowedNames.length === 0 || allowedNames.includes(commonNameOf(proxy));
    judged.set(proxy, allowed);
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
