import { append } from "../collections/append.ts";
import { immediately, isTurnDue, type Steps } from "../steps.ts";
import { type AlternativeNames, NO_NAMES, namesInSteps } from "./alternativeNames.ts";
import { contentOf, DER, type DerElement, DerError, objectIdText, partsInSteps, partsOf, readElement } from "./der.ts";
import { commonNameOf, type DistinguishedName, nameInSteps, organizationsOf } from "./distinguishedName.ts";
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
 * Decodes a request as the API carries it, of any size.
 * @param request base64 of a PEM text, of which the first block is used
 * @throws DerError with the reference's text where one is known
 */
export function* certificateRequestInSteps(request: string): Steps<CertificateRequest> {
  const [block] = parsePem(atob(request));
  if (block?.label !== LABEL) throw new DerError(`PEM block type must be ${LABEL}`);
  return yield* derInSteps(block.data);
}

/** {@link certificateRequestInSteps} at once. */
export const decodeCertificateRequest = immediately(certificateRequestInSteps);

/** Parses a DER-encoded request. Does not verify its signature. @throws DerError */
function* derInSteps(der: Uint8Array): Steps<CertificateRequest> {
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
  const fields = yield* nameInSteps(subject);
  return {
    subject: fields,
    commonName: commonNameOf(fields),
    organizations: organizationsOf(fields),
    names: yield* alternativeNames(attributes),
    publicKey: publicKey.whole,
    information: information.whole,
    algorithm,
    // The first byte is the number of unused bits, which is 0 for a signature.
    signature: bits.subarray(1),
  };
}

/** {@link derInSteps} at once. */
export const parseCertificateRequest = immediately(derInSteps);

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
function* alternativeNames(attributes: DerElement | undefined): Steps<AlternativeNames> {
  if (attributes === undefined) return NO_NAMES;
  const extensionRequests: DerElement[] = [];
  for (const attribute of yield* partsInSteps(attributes, ATTRIBUTES_TAG)) {
    if (isTurnDue()) yield;
    const [id, values] = partsOf(attribute);
    if (objectIdText(contentOf(id, DER.objectId)) !== EXTENSION_REQUEST) continue;
    const [extensions] = yield* partsInSteps(values, DER.set);
    append(extensionRequests, yield* partsInSteps(extensions));
  }
  return yield* namesInSteps(extensionRequests);
}
