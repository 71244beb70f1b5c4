import { constants, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { CertificateRequest } from "../../../shared/x509/certificateRequest.ts";
import { contentOf, DER, type DerElement, objectIdText, partsOf } from "../../../shared/x509/der.ts";

type KeyType = "rsa" | "ec" | "ed25519";

interface Algorithm {
  readonly key: KeyType;
  /** Absent when the algorithm includes its hash. */
  readonly hash?: string;
  readonly padding?: number;
}

/** Signature algorithms by object identifier. */
const ALGORITHMS: Readonly<Record<string, Algorithm>> = {
  "1.2.840.113549.1.1.11": { key: "rsa", hash: "sha256" },
  "1.2.840.113549.1.1.12": { key: "rsa", hash: "sha384" },
  "1.2.840.113549.1.1.13": { key: "rsa", hash: "sha512" },
  "1.2.840.10045.4.3.2": { key: "ec", hash: "sha256" },
  "1.2.840.10045.4.3.3": { key: "ec", hash: "sha384" },
  "1.2.840.10045.4.3.4": { key: "ec", hash: "sha512" },
  "1.3.101.112": { key: "ed25519" },
};
/** Algorithms that are broken. */
const INSECURE: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.1.4": "MD5-RSA",
  "1.2.840.113549.1.1.5": "SHA1-RSA",
  "1.2.840.10045.4.1": "ECDSA-SHA1",
};
const RSA_PSS = "1.2.840.113549.1.1.10";
const PSS_HASHES: Readonly<Record<string, string>> = {
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};
const FAILURES: Readonly<Record<KeyType, string>> = {
  rsa: "crypto/rsa: verification error",
  ec: "x509: ECDSA verification failure",
  ed25519: "x509: Ed25519 verification failure",
};
const UNIMPLEMENTED = "x509: cannot verify signature: algorithm unimplemented";

/**
 * Checks that the creator of a request has its private key.
 * @throws Error with the reference's message if not, and for unsupported keys and algorithms
 */
export function checkRequestSignature(request: CertificateRequest): void {
  const algorithm = algorithmOf(request.algorithm);
  const key = publicKeyOf(request);
  if (key.asymmetricKeyType !== algorithm.key) throw new Error(UNIMPLEMENTED);
  if (!isSignedBy(key, algorithm, request)) throw new Error(FAILURES[algorithm.key]);
}

/** Whether a signature is valid; false for a signature that cannot be decoded. */
function isSignedBy(key: KeyObject, { hash, padding }: Algorithm, request: CertificateRequest): boolean {
  const how = { key, ...(padding === undefined ? {} : { padding, saltLength: constants.RSA_PSS_SALTLEN_AUTO }) };
  try {
    return verify(hash ?? null, request.information, how, request.signature);
  } catch {
    return false;
  }
}

function publicKeyOf(request: CertificateRequest): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(request.publicKey), format: "der", type: "spki" });
  } catch {
    throw new Error(UNIMPLEMENTED);
  }
}

/** @throws Error for an unsupported algorithm */
function algorithmOf(element: DerElement): Algorithm {
  const [first, parameters] = partsOf(element);
  const id = objectIdText(contentOf(first, DER.objectId));
  const insecure = INSECURE[id];
  if (insecure !== undefined) throw new Error(`x509: cannot verify signature: insecure algorithm ${insecure}`);
  const algorithm = id === RSA_PSS ? pssAlgorithm(parameters) : ALGORITHMS[id];
  if (algorithm === undefined) throw new Error(UNIMPLEMENTED);
  return algorithm;
}

function pssAlgorithm(parameters: DerElement | undefined): Algorithm | undefined {
  const hashing = partsOf(parameters).find(({ tag }) => tag === 0xa0);
  const [id] = partsOf(partsOf(hashing, 0xa0)[0]);
  const hash = PSS_HASHES[objectIdText(contentOf(id, DER.objectId))];
  return hash === undefined ? undefined : { key: "rsa", hash, padding: constants.RSA_PKCS1_PSS_PADDING };
}
