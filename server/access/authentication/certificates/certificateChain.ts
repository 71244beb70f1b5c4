import { createHash, X509Certificate } from "node:crypto";
import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";
import { maxOf, minOf } from "../../../../shared/collections/extremes.ts";
import { isAged } from "../../../ground/timing/isAged.ts";
import { isFirstVersion } from "../../../ground/x509/certificateVersion.ts";

const CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
const ANY_USAGE = "2.5.29.37.0";
const REMEMBERED = { entries: 1000 };
/** Maximum signatures by authorities that the client sent. They cost time, and a chain has few. */
const MAX_CHECKS = 16;
/** Milliseconds for which a connection's certificates are not verified again after they were refused. */
const REFUSED_TIME = 10_000;

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

/**
 * Whether a chain leads from the certificate, through intermediates that the client sent, to a trusted authority. The
 * client may send authorities that have all issued each other, in any number of ways: each of them is taken into a chain
 * once, and only {@link MAX_CHECKS} signatures of its choice are verified.
 */
function leadsToAuthority(
  leaf: X509Certificate,
  intermediates: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
  now: number,
): boolean {
  const untried = new Set(intermediates.filter(({ ca }) => ca));
  const reached = [leaf];
  let checks = 0;
  for (let certificate = reached.pop(); certificate !== undefined; certificate = reached.pop()) {
    const { raw } = certificate;
    untried.delete(certificate);
    if (!isUsableAt(certificate, now)) continue;
    for (const authority of authorities) {
      if (authority.raw.equals(raw)) return true;
      if (!isAuthority(authority) || !isUsableAt(authority, now)) continue;
      if (isSignedBy(certificate, authority)) return true;
    }
    for (const issuer of untried) {
      if (!certificate.checkIssued(issuer)) continue;
      checks += 1;
      if (checks > MAX_CHECKS) return false;
      if (!certificate.verify(issuer.publicKey)) continue;
      untried.delete(issuer);
      reached.push(issuer);
    }
  }
  return false;
}

/** Whether each certificate that leads to trust is valid at a time. */
const isWithin = ({ from, until }: Accepted, now: number): boolean => from <= now && now < until;

/** A trusted client certificate, with the time in which it is trusted, in milliseconds since the epoch. */
interface Accepted {
  readonly leaf: X509Certificate;
  readonly from: number;
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
  /** When a connection was refused: a stranger must not cause the verification with each request. */
  const refusedAt = new WeakMap<readonly Uint8Array[], number>();

  return (peer) => {
    const held = ofConnection.get(peer);
    if (held !== undefined && isWithin(held, now())) return held.leaf;
    const hash = createHash("sha256");
    for (const der of peer) hash.update(der);
    const key = hash.digest("base64");
    const known = accepted.get(key);
    if (known !== undefined && isWithin(known, now())) {
      ofConnection.set(peer, known);
      return known.leaf;
    }
    const refused = refusedAt.get(peer);
    if (refused !== undefined && !isAged(refused, REFUSED_TIME, now())) return undefined;
    const chain = parsed(peer);
    const [leaf, ...intermediates] = chain;
    if (leaf === undefined || !leadsToAuthority(leaf, intermediates, roots, now())) {
      refusedAt.set(peer, now());
      return undefined;
    }
    // Accepted certificates are remembered, but only while each certificate that may have been used is valid.
    const involved = [...chain, ...roots.filter((root) => isValidAt(root, now()))];
    const acceptance = {
      leaf,
      from: maxOf(involved.map((part) => Date.parse(part.validFrom))),
      until: minOf(involved.map((part) => Date.parse(part.validTo))),
    };
    accepted.set(key, acceptance);
    ofConnection.set(peer, acceptance);
    return leaf;
  };
}

/** The certificates; none when one of them cannot be parsed. */
function parsed(peer: readonly Uint8Array[]): X509Certificate[] {
  try {
    return peer.map((der) => new X509Certificate(der));
  } catch {
    return [];
  }
}

/** The last common name of a certificate's subject, which is the effective one; empty without one. */
export function commonNameOf(certificate: X509Certificate): string {
  const { CN } = subjectOf(certificate);
  return (Array.isArray(CN) ? CN.at(-1) : CN) ?? "";
}

/** The parts of a certificate's subject; repeated ones are arrays. */
export const subjectOf = (certificate: X509Certificate): Record<string, string | string[] | undefined> =>
  certificate.toLegacyObject().subject as unknown as Record<string, string | string[] | undefined>;
