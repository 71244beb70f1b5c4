import { createHash, X509Certificate } from "node:crypto";
import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";
import { minOf } from "../../../../shared/collections/extremes.ts";
import { isFirstVersion } from "../../../ground/x509/certificateVersion.ts";

const CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
const ANY_USAGE = "2.5.29.37.0";
const REMEMBERED = { entries: 1000 };
const MAX_CHAIN = 10;

/** Splits a bundle into certificates. @throws Error when it is empty, or a certificate cannot be parsed */
export function parseCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Error("the file holds no PEM certificate");
  return blocks.map((block) => new X509Certificate(block));
}

const isValidAt = (certificate: X509Certificate, now: number): boolean =>
  Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);

/** Node's name for extended key usages; absent means any. An issuer's list limits what it may issue for. */
const allowsClientAuth = (certificate: X509Certificate): boolean => {
  const usages = certificate.keyUsage as string[] | undefined;
  return usages === undefined || usages.includes(CLIENT_AUTH) || usages.includes(ANY_USAGE);
};

const isUsableAt = (certificate: X509Certificate, now: number): boolean =>
  isValidAt(certificate, now) && allowsClientAuth(certificate);

const isSignedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

/** A trusted root must be a CA, except for X.509 version 1, which cannot state that. */
const isAuthority = (root: X509Certificate): boolean => root.ca || isFirstVersion(root.raw);

/** Whether a chain leads from the certificate, through intermediates that the client sent, to a trusted authority. */
function leadsToAuthority(
  certificate: X509Certificate,
  intermediates: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  now: number,
  depth = 0,
): boolean {
  if (!isUsableAt(certificate, now) || depth > MAX_CHAIN) return false;
  const isTrusted = (authority: X509Certificate): boolean =>
    authority.raw.equals(certificate.raw) ||
    (isAuthority(authority) && isUsableAt(authority, now) && isSignedBy(certificate, authority));
  if (authorities.some(isTrusted)) return true;
  return intermediates.some(
    (issuer) =>
      !issuer.raw.equals(certificate.raw) &&
      issuer.ca &&
      isSignedBy(certificate, issuer) &&
      leadsToAuthority(issuer, intermediates, authorities, now, depth + 1),
  );
}

/** A trusted client certificate, with the time until which it is trusted, in milliseconds since the epoch. */
interface Accepted {
  readonly leaf: X509Certificate;
  readonly until: number;
}

/**
 * Verifies the certificates of clients on each request: chain, validity and client usage (the cryptographic part only
 * once per certificate).
 * @param authorities PEM bundle
 * @param now milliseconds since the epoch
 * @returns a function from DER certificates, the client's first, to the client's certificate, or undefined if not
 *   trusted
 * @throws Error for a bundle without certificates
 */
export function chainVerifier(
  authorities: string,
  now: () => number,
): (peer: readonly Uint8Array[]) => X509Certificate | undefined {
  const roots = parseCertificates(authorities);
  const accepted = new BoundedMap<string, Accepted>(REMEMBERED);
  /** By the array that all requests of a connection share, which avoids hashing. */
  const ofConnection = new WeakMap<readonly Uint8Array[], Accepted>();

  return (peer) => {
    const held = ofConnection.get(peer);
    if (held !== undefined && now() < held.until) return held.leaf;
    const hash = createHash("sha256");
    for (const der of peer) hash.update(der);
    const key = hash.digest("base64");
    const known = accepted.get(key);
    if (known !== undefined && now() < known.until) {
      ofConnection.set(peer, known);
      return known.leaf;
    }
    let chain: X509Certificate[];
    try {
      chain = peer.map((der) => new X509Certificate(der));
    } catch {
      return undefined;
    }
    const [leaf, ...intermediates] = chain;
    if (leaf === undefined || !leadsToAuthority(leaf, intermediates, roots, now())) return undefined;
    // Only positive results are cached, and not beyond the expiry of any certificate that may have been used.
    const involved = [...chain, ...roots.filter((root) => isValidAt(root, now()))];
    const acceptance = { leaf, until: minOf(involved.map((part) => Date.parse(part.validTo))) };
    accepted.set(key, acceptance);
    ofConnection.set(peer, acceptance);
    return leaf;
  };
}

/** The last common name of a certificate's subject, which is the effective one; empty without one. */
export function commonNameOf(certificate: X509Certificate): string {
  const { CN } = subjectOf(certificate);
  return (Array.isArray(CN) ? CN.at(-1) : CN) ?? "";
}

/** The parts of a certificate's subject; repeated ones are arrays. */
export const subjectOf = (certificate: X509Certificate): Record<string, string | string[] | undefined> =>
  certificate.toLegacyObject().subject as unknown as Record<string, string | string[] | undefined>;
