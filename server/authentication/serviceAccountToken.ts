import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomUUID } from "node:crypto";
import type { Vocabulary } from "../../shared/vocabulary.ts";
import type { ObjectReader } from "../cache/reader.ts";
import {
  checkBoundObjects,
  identityOfClaims,
  type PrivateClaims,
  privateClaims,
  type TokenClaims,
} from "./serviceAccountClaims.ts";
import type { TokenAuthenticator, TokenResult } from "./tokenAuthenticator.ts";

export interface ServiceAccountTokenOptions {
  /** PEM of the private key that signs: RSA or ECDSA. */
  readonly signingKey: string;
  /** PEMs of further keys (public or private) whose tokens are accepted. */
  readonly verificationKeys?: readonly string[];
  /** The first one issues; tokens of all are accepted. */
  readonly issuers: readonly string[];
  /** Audiences of the server itself. Default: the issuers. */
  readonly audiences?: readonly string[];
  readonly vocabulary: Vocabulary;
  readonly reader: ObjectReader;
  now(): number;
}

/** What a new token says. */
export interface TokenContent {
  readonly claims: PrivateClaims;
  readonly username: string;
  readonly audiences: readonly string[];
  readonly lifetimeSeconds: number;
}

export interface ServiceAccountTokens extends TokenAuthenticator {
  readonly issuer: string;
  readonly audiences: readonly string[];
  /** Signs a token that is valid from now on. */
  issue(content: TokenContent): Promise<string>;
  /** The public keys as a JSON Web Key Set, for `/openid/v1/jwks`. */
  keySet(): Promise<{ keys: Record<string, unknown>[] }>;
}

const MAX_CACHED = 2048;

/** Issues and verifies the tokens of service accounts: signed JWTs, bound to their account and optionally another object. */
export function serviceAccountTokens(options: ServiceAccountTokenOptions): ServiceAccountTokens {
  const signingKey = createPrivateKey(options.signingKey);
  const publicKeys = [options.signingKey, ...(options.verificationKeys ?? [])].map((pem) => createPublicKey(pem));
  const issuer = options.issuers[0] ?? "";
  const own = options.audiences ?? options.issuers;
  const keyId = keyIdOf(createPublicKey(signingKey));
  // Signatures are checked once per token; time, audience and bound objects each time.
  const verified = new Map<string, TokenClaims>();

  const verify = async (token: string): Promise<TokenClaims> => {
    const known = verified.get(token);
    if (known !== undefined) return known;
    const claims = await verifySignature(token, publicKeys);
    if (verified.size >= MAX_CACHED) verified.clear();
    verified.set(token, claims);
    return claims;
  };

  const judge = (claims: TokenClaims, asked: readonly string[]): TokenResult | undefined => {
    const target = asked.length === 0 ? own : asked;
    const audiences = toList(claims.aud);
    const shared = audiences.filter((audience) => target.includes(audience));
    if (shared.length === 0) {
      throw new Error(
        `token audiences ${quoteList(audiences)} is invalid for the target audiences ${quoteList(target)}`,
      );
    }
    const content = privateClaims(claims, options.vocabulary);
    if (content === undefined) throw new Error("service account claims are missing");
    const now = options.now();
    if (claims.exp === undefined || now >= claims.exp * 1000) throw new Error("service account token has expired");
    if (claims.nbf !== undefined && now < claims.nbf * 1000) throw new Error("service account token is not valid yet");
    checkBoundObjects(content, options.reader, now);
    return { identity: identityOfClaims(claims, content, options.vocabulary), audiences: shared };
  };

  return {
    name: "serviceAccountToken",
    issuer,
    audiences: own,
    async authenticateToken(token, asked) {
      if (!options.issuers.includes(issuerOf(token) ?? "")) return undefined;
      return judge(await verify(token), asked);
    },
    async issue({ claims, username, audiences, lifetimeSeconds }) {
      const { SignJWT } = await import("jose");
      const seconds = Math.floor(options.now() / 1000);
      return new SignJWT({ [options.vocabulary.labelDomain]: claims })
        .setProtectedHeader({ alg: algorithmOf(signingKey), kid: keyId })
        .setIssuer(issuer)
        .setSubject(username)
        .setAudience([...audiences])
        .setIssuedAt(seconds)
        .setNotBefore(seconds)
        .setExpirationTime(seconds + lifetimeSeconds)
        .setJti(randomUUID())
        .sign(signingKey);
    },
    async keySet() {
      const keys = publicKeys.map((key) => ({
        use: "sig",
        ...key.export({ format: "jwk" }),
        kid: keyIdOf(key),
        alg: algorithmOf(key),
      }));
      return { keys };
    },
  };
}

const toList = (value: TokenClaims["aud"]): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;

const quoteList = (items: readonly string[]): string => `[${items.map((item) => JSON.stringify(item)).join(" ")}]`;

/** Identifies a public key: the hash of its DER form. */
const keyIdOf = (key: KeyObject): string =>
  createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }))
    .digest("base64url");

function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === "rsa") return "RS256";
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (curve === "secp384r1") return "ES384";
  if (curve === "secp521r1") return "ES512";
  return "ES256";
}

/** The issuer that a token names, unverified; undefined when it is no JWT. */
function issuerOf(token: string): string | undefined {
  const parts = token.split(".");
  if (parts.length !== 3) return undefined;
  try {
    const claims = JSON.parse(Buffer.from(parts[1] ?? "", "base64url").toString("utf8")) as TokenClaims;
    return typeof claims.iss === "string" ? claims.iss : undefined;
  } catch {
    return undefined;
  }
}

async function verifySignature(token: string, keys: readonly KeyObject[]): Promise<TokenClaims> {
  const { compactVerify } = await import("jose");
  for (const key of keys) {
    try {
      const { payload } = await compactVerify(token, key, { algorithms: [algorithmOf(key)] });
      return JSON.parse(new TextDecoder().decode(payload)) as TokenClaims;
    } catch {
      // Another key may have signed it.
    }
  }
  throw new Error("crypto/rsa: verification error");
}
