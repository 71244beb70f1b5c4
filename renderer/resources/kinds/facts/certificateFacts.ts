/** Facts from certificates. */
import type { AlternativeNames } from "../../../../shared/x509/alternativeNames.ts";
import { type CertificateFacts, readCertificate } from "../../../../shared/x509/certificate.ts";
import { decodeCertificateRequest } from "../../../../shared/x509/certificateRequest.ts";
import { nameText } from "../../../../shared/x509/distinguishedName.ts";
import { parsePem } from "../../../../shared/x509/pem.ts";
import { type Fact, type FactValue, fact, until } from "./kindFacts.ts";

const DAY = 86_400_000;
/** Remaining validity in milliseconds below which a certificate needs attention. */
const SOON = 30 * DAY;

const allNames = ({ dns, ip, email, uri }: AlternativeNames): string[] => [...dns, ...ip, ...email, ...uri];

/** The certificates in a PEM text, without unreadable ones. */
function certificatesIn(pem: string): CertificateFacts[] {
  return parsePem(pem).flatMap(({ label, data }) => {
    if (label !== "CERTIFICATE") return [];
    try {
      return [readCertificate(data)];
    } catch {
      return [];
    }
  });
}

function toneOf({ notBefore, notAfter }: CertificateFacts, now: number): FactValue["tone"] {
  if (now >= notAfter || now < notBefore) return "bad";
  return notAfter - now < SOON ? "warn" : "good";
}

/**
 * The facts of the first certificate in a PEM text, which is the leaf of the chain.
 *
 * @returns empty for a text without a certificate
 */
export function certificateFacts(pem: string, now: number): Fact[] {
  const [first, ...chain] = certificatesIn(pem);
  if (first === undefined) return [];
  const isEarly = now < first.notBefore;
  return [
    until("expires", first.notAfter, toneOf(first, now)),
    until("validFrom", isEarly ? first.notBefore : undefined, "bad"),
    fact("subject", nameText(first.subject)),
    fact("names", ...allNames(first.names)),
    fact("issuer", nameText(first.issuer)),
    fact("chain", ...chain.map(({ subject }) => nameText(subject))),
  ];
}

/** The facts of a certificate request (base64 of PEM); empty if it cannot be read. */
export function requestFacts(request: string): Fact[] {
  try {
    const { subject, names } = decodeCertificateRequest(request);
    return [fact("subject", nameText(subject)), fact("names", ...allNames(names))];
  } catch {
    return [];
  }
}
