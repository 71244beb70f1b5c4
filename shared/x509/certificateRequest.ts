import { type AlternativeNames, NO_NAMES, namesInExtensions } from "./alternativeNames.ts";
import { contentOf, DER, type DerElement, DerError, objectIdText, partsOf, readElement } from "./der.ts";
import { commonNameOf, type DistinguishedName, organizationsOf, readName } from "./distinguishedName.ts";
import { parsePem } from "./pem.ts";

/** A certificate signing request (PKCS #10, RFC 2986). */
export interface CertificateRequest {
  /** Attributes of the subject in order of appearance, by object identifier. */
  readonly subject: DistinguishedName;
  /** Empty when there is none; the last one when there are several. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** The requested alternative names. */
  readonly names: AlternativeNames;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  /** The signed bytes. */
  readonly information: Uint8Array;
  /** AlgorithmIdentifier of the signature. */
  readonly algorithm: DerElement;
  readonly signature: Uint8Array;
}

const EXTENSION_REQUEST = "1.2.840.113549.1.9.14";
const ATTRIBUTES_TAG = 0xa0;
const LABEL = "CERTIFICATE REQUEST";

/**
 * Decodes a request as the API carries it.
 * @param request base64 of a PEM text, of which the first block is used
 * @throws DerError with the reference's text where one is known
 */
export function decodeCertificateRequest(request: string): CertificateRequest {
  const [block] = parsePem(atob(request));
  if (block?.label !== LABEL) throw new DerError(`PEM block type must be ${LABEL}`);
  return parseCertificateRequest(block.data);
}

/** Parses a DER-encoded request. Does not verify its signature. @throws DerError */
export function parseCertificateRequest(der: Uint8Array): CertificateRequest {
  const outer = readElement(der);
  if (outer.tag !== DER.sequence) throw outermostMismatch(outer);
  if (outer.whole.length < der.length) throw new DerError("asn1: syntax error: trailing data");
  const [information, algorithm, signature, ...rest] = partsOf(outer);
  const [version, subject, publicKey, attributes] = partsOf(information);
  contentOf(version, DER.integer);
  partsOf(algorithm);
  partsOf(publicKey);
  if (information === undefined || algorithm === undefined || publicKey === undefined || rest.length > 0) {
    throw new DerError("asn1: structure error: malformed certificate request");
  }
  const bits = contentOf(signature, DER.bitString);
  const fields = readName(subject);
  return {
    subject: fields,
    commonName: commonNameOf(fields),
    organizations: organizationsOf(fields),
    names: alternativeNames(attributes),
    publicKey: publicKey.whole,
    information: information.whole,
    algorithm,
    // The first byte is the number of unused bits, which is 0 for a signature.
    signature: bits.subarray(1),
  };
}

/** The reference's text for bytes that are not a request at all. */
function outermostMismatch({ tag, content }: DerElement): DerError {
  const found = `{class:${tag >> 6} tag:${tag & 0x1f} length:${content.length} isCompound:${(tag & 0x20) !== 0}}`;
  const wanted =
    "{optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 " +
    "set:false omitEmpty:false}";
  return new DerError(
    `asn1: structure error: tags don't match (16 vs ${found}) ${wanted} certificateRequest @${headerLength(content.length)}`,
  );
}

const headerLength = (length: number): number => {
  if (length < 0x80) return 2;
  return 2 + Math.ceil(Math.log2(length + 1) / 8);
};

/** The alternative names in the requested extensions. */
function alternativeNames(attributes: DerElement | undefined): AlternativeNames {
  if (attributes === undefined) return NO_NAMES;
  const extensionRequests = partsOf(attributes, ATTRIBUTES_TAG).flatMap((attribute) => {
    const [id, values] = partsOf(attribute);
    const isWish = objectIdText(contentOf(id, DER.objectId)) === EXTENSION_REQUEST;
    return isWish ? partsOf(partsOf(values, DER.set)[0]) : [];
  });
  return namesInExtensions(extensionRequests);
}
