import { type AlternativeNames, NO_NAMES, namesInExtensions } from "./alternativeNames.ts";
import { contentOf, DER, type DerElement, DerError, latin1Text, partsOf, readElement } from "./der.ts";
import { type DistinguishedName, readName } from "./distinguishedName.ts";

/** Facts about a certificate for display (RFC 5280). They are not verified. */
export interface CertificateFacts {
  readonly subject: DistinguishedName;
  readonly issuer: DistinguishedName;
  /** Milliseconds since the epoch. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly names: AlternativeNames;
}

const VERSION_TAG = 0xa0;
const EXTENSIONS_TAG = 0xa3;

/** Parses a DER-encoded certificate. @throws DerError */
export function readCertificate(der: Uint8Array): CertificateFacts {
  const [information] = partsOf(readElement(der));
  const parts = partsOf(information);
  // A version 1 certificate omits its version.
  const [, , issuer, validity, subject] = parts[0]?.tag === VERSION_TAG ? parts.slice(1) : parts;
  const [from, until] = partsOf(validity);
  const extensions = parts.find(({ tag }) => tag === EXTENSIONS_TAG);
  return {
    subject: readName(subject),
    issuer: readName(issuer),
    notBefore: timeOf(from),
    notAfter: timeOf(until),
    names: extensions === undefined ? NO_NAMES : namesInExtensions(partsOf(partsOf(extensions, EXTENSIONS_TAG)[0])),
  };
}

/** Both time formats in certificates have seconds and are in UTC; the older one has two-digit years. */
function timeOf(element: DerElement | undefined): number {
  const isShort = element?.tag === DER.utcTime;
  const text = latin1Text(contentOf(element, isShort ? DER.utcTime : DER.generalizedTime));
  const [, year = "", ...parts] =
    (isShort ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/ : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/).exec(text) ?? [];
  if (year === "") throw new DerError("asn1: structure error: malformed time");
  const century = isShort ? (Number(year) < 50 ? 2000 : 1900) : 0;
  const [month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
  return Date.UTC(century + Number(year), month - 1, day, hour, minute, second);
}
