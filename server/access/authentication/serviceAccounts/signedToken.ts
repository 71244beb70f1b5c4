import { createPublicKey, type KeyObject } from "node:crypto";
import { CompactSign, compactVerify } from "jose";
import { BoundedMap } from "../../../../shared/collections/boundedMap.ts";
import { tokenHash } from "../bearerTokens/tokenHash.ts";
import type { TokenClaims } from "./serviceAccountClaims.ts";
import { type VerificationKey, verificationKey } from "./serviceAccountKeys.ts";

/**
 * Limits of remembered verified tokens: their number and total length. The length must be limited, because clients
 * choose the audiences of their tokens.
 */
const KEPT = { entries: 2048, weight: 8 * 1024 * 1024 };

/** Signs claims as a compact JWT whose header only contains algorithm and key id. */
export function signToken(key: KeyObject, claims: TokenClaims): Promise<string> {
  const { algorithm, id } = verificationKey(createPublicKey(key));
  return new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg: algorithm, kid: id }).sign(key);
}

/** The issuer in a token, unverified; undefined when it is not a JWT. */
export const issuerOf = (token: string): string | undefined => claimOf(token, "iss");

/** The id of a token, for use in logs. */
export const tokenIdOf = (token: string): string | undefined => claimOf(token, "jti");

function claimOf(token: string, name: string): string | undefined {
  const value = readPart(token, 1)?.[name];
  return typeof value === "string" ? value : undefined;
}

function readPart(token: string, index: number): Readonly<Record<string, unknown>> | undefined {
  const parts = token.split(".");
  if (parts.length !== 3) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(parts[index] ?? "", "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Verifies signatures with the key that the token names, or with every key when it names none. A signature is verified
 * once per token, which is remembered as a keyed hash only; times and bound objects are checked elsewhere, every time.
 * @returns a function that returns the claims, and throws an Error for a token that none of the keys signed
 */
export function signatureVerifier(keys: readonly VerificationKey[]): (token: string) => Promise<TokenClaims> {
  const hash = tokenHash();
  const verified = new BoundedMap<string, TokenClaims>(KEPT);
  return async (token) => {
    const key = hash(token);
    const known = verified.get(key);
    if (known !== undefined) return known;
    const kid = readPart(token, 0)?.["kid"];
    const candidates = kid ? keys.filter(({ id }) => id === kid) : keys;
    if (candidates.length === 0) throw new Error("invalid signature, no keys found");
    const claims = await verifyWith(candidates, token);
    verified.set(key, claims, token.length);
    return claims;
  };
}

async function verifyWith(keys: readonly VerificationKey[], token: string): Promise<TokenClaims> {
  for (const { key, algorithm } of keys) {
    try {
      const { payload } = await compactVerify(token, key, { algorithms: [algorithm] });
      return JSON.parse(new TextDecoder().decode(payload)) as TokenClaims;
    } catch {
      // Another key may have signed it.
    }
  }
  throw new Error("square/go-jose: error in cryptographic primitive");
}
