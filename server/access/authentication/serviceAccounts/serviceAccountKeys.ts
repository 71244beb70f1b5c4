import { createHash, createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** A public key for verifying tokens, with the id by which tokens refer to it. */
export interface VerificationKey {
  /** Hash of the key's DER form; reveals nothing about the key, and is the same for the same key. */
  readonly id: string;
  readonly algorithm: string;
  readonly key: KeyObject;
}

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g;
const ALGORITHM_OF_CURVE: Readonly<Record<string, string>> = {
  prime256v1: "ES256",
  secp384r1: "ES384",
  secp521r1: "ES512",
};

/** The only algorithm that a key signs with; undefined for kinds of keys that cannot sign tokens. */
function algorithmOf(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType === "rsa") return "RS256";
  return key.asymmetricKeyType === "ec" ? ALGORITHM_OF_CURVE[key.asymmetricKeyDetails?.namedCurve ?? ""] : undefined;
}

/** @throws Error for a key that is neither RSA nor ECDSA on one of the three curves */
export function verificationKey(key: KeyObject): VerificationKey {
  const algorithm = algorithmOf(key);
  if (algorithm === undefined) throw new Error("data does not contain any valid RSA or ECDSA public keys");
  const der = key.export({ type: "spki", format: "der" });
  return { id: createHash("sha256").update(der).digest("base64url"), algorithm, key };
}

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

/**
 * The public keys of a PEM text, which may contain several: public keys, private keys and certificates. Other blocks
 * are skipped.
 * @throws Error when there is none
 */
export function parsePublicKeys(pem: string): VerificationKey[] {
  const keys = [...pem.matchAll(BLOCK)]
    .map(([block]) => attempt(() => createPublicKey(block)))
    .filter((key) => key !== undefined && algorithmOf(key) !== undefined)
    .map((key) => verificationKey(key as KeyObject));
  if (keys.length === 0) throw new Error("data does not contain any valid RSA or ECDSA public keys");
  return keys;
}

/** The first private key of a PEM text. @throws Error when it contains none that can sign tokens */
export function parsePrivateKey(pem: string): KeyObject {
  for (const [block] of pem.matchAll(BLOCK)) {
    const key = attempt(() => createPrivateKey(block));
    if (key !== undefined && algorithmOf(key) !== undefined) return key;
  }
  throw new Error("data does not contain a valid RSA or ECDSA private key");
}

/** A key as an item of a JSON Web Key Set, members in the usual order. */
export function jsonWebKey({ id, algorithm, key }: VerificationKey): Record<string, unknown> {
  const { kty, crv, x, y, n, e } = key.export({ format: "jwk" });
  const parts = { use: "sig", kty, kid: id, crv, alg: algorithm, x, y, n, e };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}
