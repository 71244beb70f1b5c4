import { createHash, X509Certificate } from "node:crypto";
import { unauthorized } from "../../shared/status.ts";
import type { Authenticator, Identity } from "./identity.ts";

const CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
const ANY_USAGE = "2.5.29.37.0";
const MAX_CACHED = 1000;
const MAX_CHAIN = 10;

/** Splits a bundle into certificates. @throws Error when there is none or one cannot be parsed */
export function parseCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error("the file holds no PEM certificate");
  return blocks.map((block) => new X509Certificate(block));
}

const isValidAt = (certificate: X509Certificate, now: number): boolean =>
  Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);

const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/** Follows issuers through the intermediates that the client sent, up to one of the trusted authorities. */
function leadsToAuthority(
  certificate: X509Certificate,
  intermediates: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  now: number,
  depth = 0,
): boolean {
  if (!isValidAt(certificate, now) || depth > MAX_CHAIN) return false;
  if (authorities.some((authority) => isValidAt(authority, now) && isIssuedBy(certificate, authority))) return true;
  return intermediates.some(
    (issuer) =>
      issuer.ca &&
      !issuer.raw.equals(certificate.raw) &&
      isIssuedBy(certificate, issuer) &&
      leadsToAuthority(issuer, intermediates, authorities, now, depth + 1),
  );
}

/** Common name is the user, organizations are the groups. Undefined without a common name. */
export function identityOfCertificate(certificate: X509Certificate): Identity | undefined {
  const { CN, O } = certificate.toLegacyObject().subject as unknown as Record<string, string | string[] | undefined>;
  const username = Array.isArray(CN) ? CN.at(-1) : CN;
  if (!username) return undefined;
  const groups = O === undefined ? [] : Array.isArray(O) ? O : [O];
  return { username, groups, extra: {} };
}

/** Node lists extended key usages under this name; absent means any. */
const allowsClientAuth = (certificate: X509Certificate): boolean => {
  const usages = certificate.keyUsage as string[] | undefined;
  return usages === undefined || usages.includes(CLIENT_AUTH) || usages.includes(ANY_USAGE);
};

/**
 * Authenticates TLS client certificates against one or more authorities: chain, validity and client usage are checked on
 * each request (the cryptographic part once per certificate).
 * @param authorities PEM bundle
 * @param now milliseconds since the epoch
 */
export function clientCertificateAuthenticator(authorities: string, now: () => number = Date.now): Authenticator {
  const roots = parseCertificates(authorities);
  const cache = new Map<string, { identity: Identity | undefined; until: number }>();

  const judge = (chain: readonly X509Certificate[], leaf: X509Certificate): Identity | undefined =>
    allowsClientAuth(leaf) && leadsToAuthority(leaf, chain.slice(1), roots, now())
      ? identityOfCertificate(leaf)
      : undefined;

  const look = (peer: readonly Uint8Array[]): Identity | undefined => {
    const hash = createHash("sha256");
    for (const der of peer) hash.update(der);
    const key = hash.digest("base64");
    const known = cache.get(key);
    if (known !== undefined && now() < known.until) return known.identity;
    const chain = peer.map((der) => new X509Certificate(der));
    const [leaf] = chain;
    if (leaf === undefined) return undefined;
    const identity = judge(chain, leaf);
    if (cache.size >= MAX_CACHED) cache.clear();
    // Only acceptance is remembered for longer, and never past the end of any certificate that may have led to it.
    const involved = [...chain, ...roots.filter((root) => isValidAt(root, now()))];
    const until = identity === undefined ? now() : Math.min(...involved.map((part) => Date.parse(part.validTo)));
    cache.set(key, { identity, until });
    return identity;
  };

  return {
    name: "clientCertificate",
    authenticate({ peerCertificates }) {
      if (peerCertificates.length === 0) return undefined;
      let identity: Identity | undefined;
      try {
        identity = look(peerCertificates);
      } catch {
        identity = undefined;
      }
      if (identity === undefined) throw unauthorized();
      return identity;
    },
  };
}
