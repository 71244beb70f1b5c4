import { createPublicKey, type KeyObject, randomUUID } from "node:crypto";
import type { ApiObject } from "../../../../shared/object.ts";
import { quoted } from "../../../../shared/text/quoted.ts";
import type { Vocabulary } from "../../../../shared/vocabulary.ts";
import type { ObjectReader } from "../../../store/cache/reader.ts";
import type { TokenAuthenticator, TokenRemarks, TokenResult } from "../bearerTokens/tokenAuthenticator.ts";
import { type LegacyTokenContent, legacyClaims, legacyIssuer } from "./legacyToken.ts";
import { checkLegacyToken, identityOfLegacyToken, readLegacyClaims } from "./legacyTokenCheck.ts";
import {
  checkBoundObjects,
  checkTimes,
  identityOfClaims,
  type PrivateClaims,
  privateClaims,
  type TokenClaims,
} from "./serviceAccountClaims.ts";
import { type VerificationKey, verificationKey } from "./serviceAccountKeys.ts";
import { issuerOf, signatureVerifier, signToken } from "./signedToken.ts";
import type { TokenUse } from "./tokenUse.ts";

export interface ServiceAccountTokenOptions {
  /** The private key for signing. Tokens signed with it are always accepted. */
  readonly signingKey: KeyObject;
  /** Additional keys whose tokens are accepted. */
  readonly verificationKeys?: readonly VerificationKey[];
  /** The first one issues tokens; tokens of all are accepted. */
  readonly issuers: readonly string[];
  /** The server's own audiences. Default: the issuers. */
  readonly audiences?: readonly string[];
  /** Whether tokens in secrets must still exist there. Default true. */
  readonly lookup?: boolean;
  readonly vocabulary: Vocabulary;
  readonly reader: ObjectReader;
  /** Called for every use of a token that is counted, with the secret that contains it, if any. */
  readonly onUse?: (use: TokenUse, secret?: ApiObject) => void;
  now(): number;
}

/** The content of a new token. */
export interface TokenContent {
  readonly claims: PrivateClaims;
  readonly username: string;
  readonly audiences: readonly string[];
  readonly lifetimeSeconds: number;
}

export interface ServiceAccountTokens extends TokenAuthenticator {
  readonly issuer: string;
  /** The issuers whose tokens are accepted. */
  readonly issuers: readonly string[];
  readonly audiences: readonly string[];
  /** Id of the signing key. */
  readonly signer: string;
  /** All keys whose signatures are accepted, in the order in which they are published. */
  readonly keys: readonly VerificationKey[];
  /** Signs a token that is valid from now on. */
  issue(content: TokenContent): Promise<string>;
  /** Signs a token for a secret. It has no expiry, and is valid as long as the secret contains it. */
  issueLegacy(content: LegacyTokenContent): Promise<string>;
}

/**
 * Finds the identity of a token with a valid signature.
 * @throws Error that states why the token is no longer valid
 */
type IdentifyClaims = (token: string, claims: TokenClaims, remarks?: TokenRemarks) => TokenResult["identity"];

/**
 * Issues and verifies service account tokens. These are signed JWTs of two kinds: tokens that expire, bound to their
 * account and optionally another object, and tokens in secrets.
 */
export function serviceAccountTokens(options: ServiceAccountTokenOptions): ServiceAccountTokens {
  const { signingKey, vocabulary, reader, lookup = true, onUse = () => undefined } = options;
  const signer = verificationKey(createPublicKey(signingKey));
  const given = options.verificationKeys ?? [];
  const keys = given.some(({ id }) => id === signer.id) ? given : [...given, signer];
  const issuer = options.issuers[0] ?? "";
  const secretIssuer = legacyIssuer(vocabulary);
  const own = options.audiences ?? options.issuers;
  const verify = signatureVerifier(keys);

  const identifyBound: IdentifyClaims = (_token, claims, remarks) => {
    const content = privateClaims(claims, vocabulary);
    const now = options.now();
    checkTimes(claims, now);
    checkBoundObjects(content, reader, now);
    const late = content.warnafter === undefined ? undefined : now / 1000 - content.warnafter;
    if (late !== undefined) onUse(late > 0 ? "stale" : "valid");
    if (late !== undefined && late > 0) {
      const key = vocabulary.render("authentication.{domain}/stale-token");
      remarks?.annotate?.(key, `subject: ${claims.sub}, seconds after warning threshold: ${Math.floor(late)}`);
    }
    return identityOfClaims(claims, content, vocabulary);
  };

  const identifyLegacy: IdentifyClaims = (token, claims, remarks) => {
    const content = readLegacyClaims(claims, vocabulary);
    if (lookup) checkLegacyToken(token, content, { reader, vocabulary, remarks, onUse });
    return identityOfLegacyToken(content);
  };

  /** A server may also use the issuer name of tokens in secrets for its own tokens, which have private claims. */
  const isLegacy = (claims: TokenClaims): boolean =>
    claims.iss === secretIssuer && !(options.issuers.includes(secretIssuer) && vocabulary.labelDomain in claims);

  return {
    name: "serviceAccountToken",
    issuer,
    issuers: options.issuers,
    audiences: own,
    signer: signer.id,
    keys,
    async authenticateToken(token, asked, remarks) {
      const by = issuerOf(token);
      if (by === undefined || (by !== secretIssuer && !options.issuers.includes(by))) return undefined;
      const claims = await verify(token);
      const named = toList(claims.aud);
      if (named.length === 0) {
        onUse("legacy");
        remarks?.annotate?.(vocabulary.render("authentication.{domain}/legacy-token"), claims.sub ?? "");
      }
      // Tokens without an audience, such as those in secrets, are meant for the server itself.
      const audiences = sharedAudiences(named.length === 0 ? own : named, asked.length === 0 ? own : asked);
      return { identity: (isLegacy(claims) ? identifyLegacy : identifyBound)(token, claims, remarks), audiences };
    },
    issue({ claims, username, audiences, lifetimeSeconds }) {
      const seconds = Math.floor(options.now() / 1000);
      return signToken(signingKey, {
        aud: [...audiences],
        exp: seconds + lifetimeSeconds,
        iat: seconds,
        iss: issuer,
        jti: randomUUID(),
        [vocabulary.labelDomain]: claims,
        nbf: seconds,
        sub: username,
      });
    },
    issueLegacy: (content) => signToken(signingKey, legacyClaims(content, vocabulary)),
  };
}

const toList = (value: TokenClaims["aud"]): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;

/** @throws Error when the token has none of the requested audiences */
function sharedAudiences(meant: readonly string[], target: readonly string[]): readonly string[] {
  const shared = meant.filter((audience) => target.includes(audience));
  if (shared.length > 0) return shared;
  throw new Error(`token audiences ${quoteList(meant)} is invalid for the target audiences ${quoteList(target)}`);
}

const quoteList = (items: readonly string[]): string => `[${items.map((item) => quoted(item)).join(" ")}]`;
