import { createHash } from "node:crypto";
import { type CryptoKey, compactVerify, importJWK, type JWK } from "jose";
import { messageOf } from "../../../../shared/text/messageOf.ts";
import type { ProviderKeys } from "./providerKeys.ts";

/** The used part of a token's header. */
export interface TokenHead {
  readonly algorithm: string;
  readonly keyId?: string;
}

/**
 * Verifies a token's signature with the provider's keys. When none fits, the keys are fetched again, because the
 * provider may have changed them. A signature is verified once for each set of keys.
 * @throws Error
 */
export async function verifySignature(token: string, head: TokenHead, keys: ProviderKeys): Promise<void> {
  const known = await fetched(keys.current());
  if (await fitsAny(token, head, known)) return;
  const fresh = await fetched(keys.refresh());
  if (fresh !== undefined && fresh !== known && (await fitsAny(token, head, fresh))) return;
  throw new Error("failed to verify id token signature");
}

async function fetched<T>(keys: Promise<T>): Promise<T> {
  try {
    return await keys;
  } catch (error) {
    throw new Error(`fetching keys ${messageOf(error)}`);
  }
}

const KEY_TYPES: Readonly<Record<string, string>> = { RS: "RSA", PS: "RSA", ES: "EC" };

/** Digests of verified tokens for each set of keys; a new set starts empty. */
const signedBy = new WeakMap<readonly JWK[], Set<string>>();
const MAX_REMEMBERED = 2048;

async function fitsAny(token: string, head: TokenHead, keys: readonly JWK[]): Promise<boolean> {
  const signed = signedBy.get(keys) ?? new Set<string>();
  signedBy.set(keys, signed);
  const digest = createHash("sha256").update(token).digest("base64");
  if (signed.has(digest)) return true;
  if (!(await isSigned(token, head, keys))) return false;
  if (signed.size >= MAX_REMEMBERED) signed.clear();
  signed.add(digest);
  return true;
}

async function isSigned(token: string, { algorithm, keyId }: TokenHead, keys: readonly JWK[]): Promise<boolean> {
  const type = KEY_TYPES[algorithm.slice(0, 2)];
  const candidates = keys.filter((key) => key.kty === type && (keyId === undefined || key.kid === keyId));
  for (const key of candidates) {
    try {
      await compactVerify(token, await imported(key, algorithm), { algorithms: [algorithm] });
      return true;
    } catch {
      // Another key may fit.
    }
  }
  return false;
}

const importedKeys = new WeakMap<JWK, Map<string, Promise<CryptoKey | Uint8Array>>>();

/** Importing a key costs as much as using it, so each key is imported once for each algorithm. */
function imported(jwk: JWK, algorithm: string): Promise<CryptoKey | Uint8Array> {
  const byAlgorithm = importedKeys.get(jwk) ?? new Map<string, Promise<CryptoKey | Uint8Array>>();
  importedKeys.set(jwk, byAlgorithm);
  const known = byAlgorithm.get(algorithm);
  if (known !== undefined) return known;
  const importing = importJWK(jwk, algorithm);
  byAlgorithm.set(algorithm, importing);
  return importing;
}
