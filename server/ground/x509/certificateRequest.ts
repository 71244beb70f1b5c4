import { decodeText } from "../formats/base64.ts";
import { parsePem } from "../formats/pem.ts";
import { contentOf, DER, type DerElement, DerError, objectIdText, partsOf, readElement, stringText } from "./der.ts";

/** A request for a certificate (PKCS #10, RFC 2986). */
export interface CertificateRequest {
  /** Attributes of the subject in the order they stand, by object identifier. */
  readonly subject: readonly { readonly id: string; readonly value: string }[];
  /** Empty when there is none; the last one when there are several. */
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Alternative names that are asked for. */
  readonly names: AlternativeNames;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  /** What the signature covers. */
  readonly information: Uint8Array;
  /** AlgorithmIdentifier of the signature. */
  readonly algorithm: DerElement;
  readonly signature: Uint8Array;
}

/** Names of a subject beside its distinguished name. */
export interface AlternativeNames {
  readonly dns: readonly string[];
  readonly email: readonly string[];
  readonly ip: readonly string[];
  readonly uri: readonly string[];
}

const COMMON_NAME = "2.5.4.3";
const ORGANIZATION = "2.5.4.10";
const EXTENSION_REQUEST = "1.2.840.113549.1.9.14";
const ALTERNATIVE_NAMES = "2.5.29.17";
const ATTRIBUTES_TAG = 0xa0;
const LABEL = "CERTIFICATE REQUEST";

/**
 * Reads the request as the API carries it.
 * @param request base64 of a PEM text; its first block counts
 * @throws DerError with the reference's text where one is known
 */
export function decodeCertificateRequest(request: string): CertificateRequest {
  const [block] = parsePem(decodeText(request));
  if (block?.label !== LABEL) throw new DerError(`PEM block type must be ${LABEL}`);
  return parseCertificateRequest(block.data);
}

/** Reads a request's DER. Its signature is not checked. @throws DerError */
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
  const fields = partsOf(subject).flatMap((relative) => partsOf(relative, DER.set).map(subjectField));
  const values = (id: string): string[] => fields.filter((field) => field.id === id).map(({ value }) => value);
  return {
    subject: fields,
    commonName: values(COMMON_NAME).at(-1) ?? "",
    organizations: values(ORGANIZATION),
    names: alternativeNames(attributes),
    publicKey: publicKey.whole,
    information: information.whole,
    algorithm,
    // The first byte counts unused bits: none in a signature.
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

function subjectField(attribute: DerElement): { id: string; value: string } {
  const [id, value] = partsOf(attribute);
  const text = value === undefined ? undefined : stringText(value);
  if (text === undefined)
    throw new DerError("x509: invalid RDNSequence: invalid attribute value: unsupported string type");
  return { id: objectIdText(contentOf(id, DER.objectId)), value: text };
}

/** The names in the request's wish for extensions. */
function alternativeNames(attributes: DerElement | undefined): AlternativeNames {
  const names = { dns: [] as string[], email: [] as string[], ip: [] as string[], uri: [] as string[] };
  if (attributes === undefined) return names;
  for (const attribute of partsOf(attributes, ATTRIBUTES_TAG)) {
    const [id, values] = partsOf(attribute);
    if (objectIdText(contentOf(id, DER.objectId)) !== EXTENSION_REQUEST) continue;
    for (const extension of partsOf(partsOf(values, DER.set)[0])) {
      const parts = partsOf(extension);
      if (objectIdText(contentOf(parts[0], DER.objectId)) !== ALTERNATIVE_NAMES) continue;
      for (const name of partsOf(readElement(contentOf(parts.at(-1), DER.octetString)))) addName(names, name);
    }
  }
  return names;
}

/** Kinds of general names that certificates for the API may carry; others are left out, as the reference does. */
function addName(names: Record<keyof AlternativeNames, string[]>, { tag, content }: DerElement): void {
  if (tag === 0x87) {
    names.ip.push(addressText(content));
    return;
  }
  const [kind, form] =
    tag === 0x81
      ? (["email", "rfc822Name"] as const)
      : tag === 0x82
        ? (["dns", "dNSName"] as const)
        : tag === 0x86
          ? (["uri", "uniformResourceIdentifier"] as const)
          : [];
  if (kind === undefined) return;
  if (content.some((byte) => byte > 0x7f)) throw new DerError(`x509: SAN ${form} is malformed`);
  names[kind].push(Buffer.from(content).toString("latin1"));
}

function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  if (bytes.length !== 16) throw new DerError(`x509: cannot parse IP address of length ${bytes.length}`);
  const view = Buffer.from(bytes);
  return Array.from({ length: 8 }, (_, i) => view.readUInt16BE(i * 2).toString(16)).join(":");
}
