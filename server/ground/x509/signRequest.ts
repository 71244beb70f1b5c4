import { isIP } from "node:net";
import type { CertificateRequest } from "../../../shared/x509/certificateRequest.ts";
import { importSigner, type KeyedCertificate, loadX509, randomSerial } from "./certificates.ts";
import { certificateUsages } from "./keyUsages.ts";
import { checkRequestSignature } from "./requestSignature.ts";

/** The signer's decisions about a certificate. Times are milliseconds since the epoch. */
export interface SigningTerms {
  /** By their names in the API. */
  readonly usages: readonly string[];
  readonly lifetime: number;
  readonly now: number;
}

/** Milliseconds by which certificates are backdated, because clocks of the programs that check them may lag. */
const BACKDATE = 5 * 60_000;
/** Certificates with a shorter lifetime than this get it in full from now on; for others the backdating is deducted. */
const SHORT = 8 * 3600_000;

/**
 * Attributes of a subject that are copied, in the order in which certificates have them, and whether a subject may have
 * only one. Nothing else of a request's subject is copied to the certificate.
 */
const SUBJECT: readonly { readonly id: string; readonly single?: true }[] = [
  { id: "2.5.4.6" }, // country
  { id: "2.5.4.10" }, // organization
  { id: "2.5.4.11" }, // organizational unit
  { id: "2.5.4.7" }, // locality
  { id: "2.5.4.8" }, // province
  { id: "2.5.4.9" }, // street
  { id: "2.5.4.17" }, // postal code
  { id: "2.5.4.3", single: true }, // common name
  { id: "2.5.4.5", single: true }, // serial number
];

/**
 * Issues the requested certificate: its subject, key and alternative names are the request's; usages and lifetime are
 * the signer's; it is not an authority.
 *
 * @returns PEM
 * @throws Error for a request that was not signed with its key, and when the authority's own certificate has expired
 * @throws RangeError for unknown usages
 */
export async function signRequest(
  authority: KeyedCertificate,
  request: CertificateRequest,
  terms: SigningTerms,
): Promise<string> {
  checkRequestSignature(request);
  const { keyUsage, extended } = certificateUsages(terms.usages);
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  const { notBefore, notAfter } = validity(terms, issuer.notAfter.getTime());
  const signer = await importSigner(authority.key);
  const names = generalNames(request);
  const subject = subjectOf(request);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: randomSerial(),
    subject: new x509.Name(subject),
    issuer: issuer.subjectName,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    signingAlgorithm: signer.algorithm,
    publicKey: new x509.PublicKey(new Uint8Array(request.publicKey)),
    signingKey: signer.key as never,
    extensions: [
      ...(keyUsage === 0 ? [] : [new x509.KeyUsagesExtension(keyUsage, true)]),
      ...(extended.length === 0 ? [] : [new x509.ExtendedKeyUsageExtension(extended)]),
      new x509.BasicConstraintsExtension(false, undefined, true),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
      // A subject without a distinguished name is identified by its alternative names.
      ...(names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names, subject.length === 0)]),
    ],
  });
  const text = certificate.toString("pem");
  return text.endsWith("\n") ? text : `${text}\n`;
}

/** @throws Error when the authority's certificate ends before the new one begins */
function validity({ lifetime, now }: SigningTerms, authorityEnd: number): { notBefore: number; notAfter: number } {
  const notBefore = now - BACKDATE;
  if (now >= authorityEnd) {
    const detail =
      notBefore < authorityEnd ? "refusing to sign a certificate that expired in the past" : "the signer has expired";
    throw new Error(`${detail}: NotAfter=${new Date(authorityEnd).toISOString()}`);
  }
  const end = now + lifetime - (lifetime < SHORT ? 0 : BACKDATE);
  return { notBefore, notAfter: Math.min(end, authorityEnd) };
}

/** Values are given by kind, because the library interprets a plain text beginning with `#` as encoded bytes. */
function subjectOf({ subject }: CertificateRequest): Record<string, { utf8String: string }[]>[] {
  return SUBJECT.flatMap(({ id, single }) => {
    const all = subject.filter((field) => field.id === id).map(({ value }) => ({ utf8String: value }));
    const values = single === true ? all.slice(-1) : all;
    return values.length === 0 ? [] : [{ [id]: values }];
  });
}

function generalNames({ names }: CertificateRequest) {
  return [
    ...names.dns.map((value) => ({ type: "dns" as const, value })),
    ...names.email.map((value) => ({ type: "email" as const, value })),
    ...names.ip.filter((value) => isIP(value) !== 0).map((value) => ({ type: "ip" as const, value })),
    ...names.uri.map((value) => ({ type: "url" as const, value })),
  ];
}
